import { charactersOf, characterWidth, widthOf } from './cell-width.ts';
import type { OperatorAnswer } from './resource.ts';

type Rows = OperatorAnswer['rows'];

const GAP = '  ';
/** Below this a column of texts is unreadable: the rows are then written one below the other. */
const LEAST_WIDTH = 8;

/**
 * Rows as an aligned table, numbers at the end side. Nothing is cut off: what does not fit is wrapped.
 * @param width of the terminal in cells; undefined for a file or pipe, where each row stays one line
 */
export function tableOf(rows: Rows, width: number | undefined): string {
  const names = Object.keys(rows[0] ?? {});
  const columns = names.map((name) => {
    const cells = rows.map((row) => cellText(row[name] ?? null));
    const isNumber = rows.every((row) => row[name] === null || typeof row[name] === 'number');
    return { name, cells, isNumber, width: Math.max(widthOf(name), ...cells.map(widthOf)) };
  });
  const wanted = shrink(
    columns.map((column) => column.width),
    columns.map((column) => (column.isNumber ? column.width : Math.min(column.width, LEAST_WIDTH))),
    width === undefined ? Number.POSITIVE_INFINITY : width - GAP.length * (columns.length - 1),
  );
  if (wanted === undefined) return records(rows, names);
  const line = (texts: readonly string[]): string => {
    const wrapped = texts.map((text, i) => wrap(text, wanted[i] ?? 0));
    const height = Math.max(...wrapped.map((parts) => parts.length));
    return Array.from({ length: height }, (_, at) =>
      wrapped
        .map((parts, i) => pad(parts[at] ?? '', wanted[i] ?? 0, columns[i]?.isNumber === true))
        .join(GAP)
        .trimEnd(),
    ).join('\n');
  };
  const ruler = wanted.map((cells) => '-'.repeat(cells)).join(GAP);
  const body = rows.map((_, at) => line(columns.map(({ cells }) => cells[at] ?? '')));
  return [line(names), ruler, ...body].join('\n');
}

/** One line per value, an empty line between rows. */
function records(rows: Rows, names: readonly string[]): string {
  const width = Math.max(...names.map(widthOf));
  return rows
    .map((row) =>
      names.map((name) => `${pad(name, width, false)}  ${cellText(row[name] ?? null)}`.trimEnd()).join('\n'),
    )
    .join('\n\n');
}

/** Takes cells from the widest column until all fit; undefined when they can't. */
function shrink(
  widths: readonly number[],
  least: readonly number[],
  total: number,
): readonly number[] | undefined {
  const fitted = [...widths];
  let surplus = fitted.reduce((sum, cells) => sum + cells, 0) - total;
  while (surplus > 0) {
    let widest = -1;
    for (const [i, cells] of fitted.entries()) {
      if (cells > (least[i] ?? 0) && cells > (fitted[widest] ?? 0)) widest = i;
    }
    if (widest < 0) return undefined;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
    surplus--;
  }
  return fitted;
}

/** At a space where there is one, else in the middle of a word. */
function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line: string[] = [];
  let used = 0;
  for (const character of charactersOf(text)) {
    const cells = characterWidth(character);
    if (used + cells > width && line.length > 0) {
      const space = character === ' ' ? line.length : line.lastIndexOf(' ');
      const rest = space > 0 ? line.slice(space + 1) : [];
      lines.push((space > 0 ? line.slice(0, space) : line).join(''));
      line = rest;
      used = widthOf(rest.join(''));
      if (character === ' ') continue;
    }
    line.push(character);
    used += cells;
  }
  return [...lines, line.join('')];
}

function pad(text: string, width: number, atEnd: boolean): string {
  const filler = ' '.repeat(Math.max(0, width - widthOf(text)));
  return atEnd ? filler + text : text + filler;
}

const cellText = (cell: Rows[number][string]): string => {
  if (cell === null) return '-';
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return printable(String(cell));
};

/**
 * People's texts must not steer the operator's terminal: control characters and changes of direction are shown by their
 * numbers, line breaks as spaces.
 */
export const printable = (text: string): string =>
  text
    .replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ')
    .replace(
      /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
      (character) => `<${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}>`,
    );
