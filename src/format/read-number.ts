import { parseScaled } from '../../shared/domain/decimal.ts';
import { asciiDigits } from '../../shared/domain/digits.ts';

/*
 * The one reader of typed and pasted numbers. A text is read as its language writes numbers, exactly, or it is refused: no
 * character is dropped, since without it the rest would be another number. Forms hold what it returns.
 */

/** The marks with which a language writes numbers, e.g. `.` and `,`. */
interface NumberMarks {
  readonly decimal: string;
  readonly group: string;
}

/** What a field takes. It only decides whether a second reading is possible; the form checks the value. */
export interface NumberTerms {
  readonly decimals: number;
  /** Default: 0. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  /** A unit that may stand before or after the number, e.g. `USD` or `%`. The sign of a currency counts as its unit. */
  readonly unit?: string | undefined;
}

export type NumberReading =
  /** A plain decimal; empty for an empty text. */
  | { readonly status: 'value'; readonly plain: string }
  /** The text has two readings, both plain decimals; the first is the one of the language. */
  | { readonly status: 'ask'; readonly readings: readonly [string, string] }
  | { readonly status: 'refused' };

const REFUSED: NumberReading = { status: 'refused' };

/** Marks of other keyboards and scripts. An Arabic decimal mark (`d`) and a blank (`_`) have one meaning everywhere. */
const MARKS: Readonly<Record<string, string>> = {
  '\uff0e': '.',
  '\u3002': '.',
  '\uff61': '.',
  '\uff0c': ',',
  '\u060c': ',',
  '\u3001': ',',
  '\uff64': ',',
  '\u066b': 'd',
  '\u066c': '\u2019',
  "'": '\u2019',
  '\u2212': '-',
  '\uff0d': '-',
  '\uff0b': '+',
  '\u066a': '%',
  '\uff05': '%',
  '\uff45': 'e',
  '\uff25': 'e',
  E: 'e',
};

/** A mark that never separates decimals. */
const GROUPING = /[\u2019_]/;

/**
 * Reads a number: `1,500` is 1500 in English, `1.000,50` is 1000.5 everywhere, `1e3` is 1000. A point or comma with exactly
 * three digits behind it may group or separate decimals: it is asked about if the field could take the other reading, too.
 */
export function readNumber(typed: string, marks: NumberMarks, terms: NumberTerms): NumberReading {
  const text = asciiDigits(typed)
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/[^0-9]/g, (mark) => MARKS[mark] ?? mark);
  if (text === '') return { status: 'value', plain: '' };
  const { sign, rest } = unsigned(text, terms.unit);
  const body = rest.replace(/\s+/g, '_');
  const exponent = /^([0-9]*(?:[.,d][0-9]*)?)e([-+]?[0-9]{1,2})$/.exec(body);
  const readings = exponent
    ? withExponent(readingsOf(exponent[1] ?? '', marks), Number(exponent[2]))
    : readingsOf(body, marks);
  // A field of whole numbers has no use for decimals.
  const wanted = readings.length > 1 && terms.decimals === 0 ? readings.filter(isDigits) : readings;
  const [first, other] = wanted.map((plain) => sign + plain);
  if (first === undefined) return REFUSED;
  return other === undefined || !isPossible(other, terms)
    ? { status: 'value', plain: first }
    : { status: 'ask', readings: [first, other] };
}

const isDigits = (text: string): boolean => /^[0-9]+$/.test(text);

/** The readings of a text of digits and marks: none, one, or two of which the first is the language's. */
function readingsOf(text: string, marks: NumberMarks): readonly string[] {
  if (!/[0-9]/.test(text) || !/^[0-9]*(?:[.,d_\u2019][0-9]*)*$/.test(text)) return [];
  const used = text.replace(/[0-9]/g, '');
  const last = used.slice(-1);
  if (used === '') return [plainOf(text, '')];
  const end = text.lastIndexOf(last);
  const [whole, decimals] = [text.slice(0, end), text.slice(end + 1)];
  const grouped = last === 'd' || !isGrouped(text) ? [] : [plainOf(text, '')];
  const separated = GROUPING.test(last) || !isWhole(whole, last) ? [] : [plainOf(whole, decimals)];
  return last === marks.group ? [...grouped, ...separated] : [...separated, ...grouped];
}

/** Whether one mark divides the text into groups of three digits. */
const isGrouped = (text: string): boolean =>
  /^[1-9][0-9]{0,2}([.,_\u2019])[0-9]{3}(?:\1[0-9]{3})*$/.test(text);

/** Whether a text can stand before the decimals: it is not grouped, or with another mark than the one of the decimals. */
const isWhole = (text: string, mark: string): boolean =>
  /^[0-9]*$/.test(text) || (isGrouped(text) && !text.includes(mark));

/** Digits and grouping marks, and decimals, as a plain decimal. */
function plainOf(whole: string, decimals: string): string {
  const digits = whole.replace(/[^0-9]/g, '').replace(/^0+(?=[0-9])/, '') || '0';
  return decimals === '' ? digits : `${digits}.${decimals}`;
}

/** Of a number with an exponent. What could have two meanings without it has none with it. */
function withExponent(readings: readonly string[], exponent: number): readonly string[] {
  const [mantissa, other] = readings;
  if (mantissa === undefined || other !== undefined) return [];
  const [whole = '', decimals = ''] = mantissa.split('.');
  const zeros = '0'.repeat(Math.abs(exponent));
  const digits = exponent < 0 ? zeros + whole + decimals : whole + decimals + zeros;
  const point = (exponent < 0 ? zeros.length : 0) + whole.length + exponent;
  return [plainOf(digits.slice(0, point), digits.slice(point).replace(/0+$/, ''))];
}

/** The sign, which may stand at either side of a unit, and what is left without both. */
function unsigned(text: string, unit: string | undefined): { readonly sign: string; readonly rest: string } {
  let rest = text;
  let sign = '';
  const units = unit === undefined ? [] : [unit, currencySign(unit)].filter((one) => one !== undefined);
  for (let turn = 0; turn < 2; turn++) {
    if (sign === '' && /^[-+]/.test(rest)) {
      sign = rest.slice(0, 1);
      rest = rest.slice(1).trimStart();
    }
    const found = units.find((one) => one.length > 0 && startsOrEndsWith(rest, one));
    if (found === undefined) continue;
    rest = rest.toUpperCase().startsWith(found.toUpperCase())
      ? rest.slice(found.length).trimStart()
      : rest.slice(0, -found.length).trimEnd();
    units.length = 0;
  }
  return { sign: sign === '-' ? '-' : '', rest };
}

const startsOrEndsWith = (text: string, part: string): boolean =>
  text.toUpperCase().startsWith(part.toUpperCase()) || text.toUpperCase().endsWith(part.toUpperCase());

/** The sign of a currency: `$` for `USD`; undefined for a unit that is no currency. */
function currencySign(code: string): string | undefined {
  if (!/^[A-Z]{3}$/.test(code)) return undefined;
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value;
}

function isPossible(
  plain: string,
  { decimals, min = 0, max = Number.POSITIVE_INFINITY }: NumberTerms,
): boolean {
  const scaled = parseScaled(plain, decimals);
  const scale = 10 ** decimals;
  return scaled.ok && scaled.value >= min * scale && scaled.value <= max * scale;
}

/** Stands before a text that could not be read: no parser takes it for a number, and the field shows it as it was typed. */
const UNREAD = '?';

/** What a form holds for a typed text: the plain decimal, or the text itself as one that no parser takes. */
export const plainOrUnread = (typed: string, reading: NumberReading): string =>
  reading.status === 'value' ? reading.plain : UNREAD + typed;

/** The text that could not be read, of what a form holds; undefined for a plain decimal. */
export const unreadText = (held: string): string | undefined =>
  held.startsWith(UNREAD) ? held.slice(UNREAD.length) : undefined;
