import widthOf from 'string-width';
import type { Changed, OperatorAnswer } from '../resource.ts';

type Rows = OperatorAnswer['rows'];

const GAP = '  ';

/**
 * Rows as an aligned table with numbers at the end side. Where the table is wider than the terminal, each row becomes
 * a block with one line per value, so that nothing is cut off.
 * @param width of the terminal in cells; undefined for a file or pipe, where each row stays one line
 */
export function tableOf(rows: Rows, width = Number.POSITIVE_INFINITY): string {
  const columns = Object.keys(rows[0] ?? {}).map((name) => {
    const cells = rows.map((row) => cellText(row[name] ?? null));
    const isNumber = rows.every((row) => row[name] === null || typeof row[name] === 'number');
    return { name, cells, isNumber, width: Math.max(widthOf(name), ...cells.map((cell) => widthOf(cell))) };
  });
  const lines = [
    columns.map(({ name, ...column }) => pad(name, column)),
    columns.map((column) => '-'.repeat(column.width)),
    ...rows.map((_, at) => columns.map(({ cells, ...column }) => pad(cells[at] ?? '', column))),
  ].map((texts) => texts.join(GAP));
  if (lines.every((line) => widthOf(line) <= width)) return lines.map((line) => line.trimEnd()).join('\n');
  const nameColumn = { width: Math.max(...columns.map(({ name }) => widthOf(name))), isNumber: false };
  const block = (at: number) =>
    columns.map(({ name, cells }) => `${pad(name, nameColumn)}${GAP}${cells[at] ?? ''}`.trimEnd()).join('\n');
  return rows.map((_, at) => block(at)).join('\n\n');
}

function pad(
  text: string,
  { width, isNumber }: { readonly width: number; readonly isNumber: boolean },
): string {
  const filler = ' '.repeat(width - widthOf(text));
  return isNumber ? filler + text : text + filler;
}

const cellText = (cell: Rows[number][string]): string => {
  if (cell === null) return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return printable(typeof cell === 'object' ? sentenceOf(cell) : String(cell));
};

/** As in `code EURUSD, fee 0.0005 -> 0.001`. */
const sentenceOf = ({ before, after }: Changed): string => {
  if (after === null) return before === null ? '' : `removed: ${sentenceOf({ before: null, after: before })}`;
  return Object.keys({ ...before, ...after })
    .map((name) => {
      const [was, is] = [before?.[name], cellText(after[name] ?? null)];
      return was === undefined || cellText(was) === is
        ? `${name} ${is}`
        : `${name} ${cellText(was)} -> ${is}`;
    })
    .join(', ');
};

/**
 * Users' texts must not control the operator's terminal: control characters and direction marks are shown by their
 * code points, line breaks as spaces.
 */
export const printable = (text: string): string =>
  text
    .replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ')
    .replace(
      /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
      (character) => `<${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}>`,
    );
