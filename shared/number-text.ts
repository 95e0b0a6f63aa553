/*
 * How numbers look: as `Intl` formats them in a locale, always with ASCII digits. They are built from integers as text, which is
 * exact and about ten times faster than `Intl` on a ticking list. Examples in comments are English.
 */

/** The separators and signs around the digits of a number. */
export interface Separators {
  readonly decimal: string;
  readonly group: string;
  readonly beforePercent: string;
  readonly afterPercent: string;
  /** The number of integer digits from which thousands are grouped; 4 in most languages. */
  readonly grouped: number;
  readonly beforeSign: string;
}

/** A no-break space. */
const APART = '\u00a0%';
/** Keeps a sign at the left of its number in right-to-left text. */
const LTR = '\u200e';

const USUAL: Separators = {
  decimal: '.',
  group: ',',
  beforePercent: '',
  afterPercent: '%',
  grouped: 4,
  beforeSign: '',
};

/** The same as in `Intl`, which would cost the first screen more than this table. */
const OWN: Readonly<Record<string, Partial<Separators>>> = {
  'vi-VN': { decimal: ',', group: '.' },
  'id-ID': { decimal: ',', group: '.' },
  'it-IT': { decimal: ',', group: '.', grouped: 5 },
  'es-ES': { decimal: ',', group: '.', afterPercent: APART, grouped: 5 },
  'de-DE': { decimal: ',', group: '.', afterPercent: APART },
  'fr-FR': { decimal: ',', group: '\u202f', afterPercent: APART },
  'ru-RU': { decimal: ',', group: '\u00a0', afterPercent: APART },
  'pt-PT': { decimal: ',', group: '\u00a0', grouped: 5 },
  'tr-TR': { decimal: ',', group: '.', beforePercent: '%', afterPercent: '' },
  ar: { afterPercent: `${LTR}%${LTR}`, beforeSign: LTR },
};

/** @param locale of `LOCALES`; others look English */
export const separatorsOf = (locale: string): Separators => ({ ...USUAL, ...OWN[locale] });

/** An integer of 10^-decimals with thousands separators; `plus` stands before one above zero. (108512, 5) is `1.08512`. */
export const numberText = (by: Separators, scaled: number, decimals: number, plus?: string): string =>
  signOf(by, scaled, plus) + digitsOf(by, scaled, decimals);

/** Of an integer of 10^-decimals percent: (12, 2, '+') is `+0.12%`. */
export const percentText = (by: Separators, scaled: number, decimals: number, plus?: string): string =>
  signOf(by, scaled, plus) + withPercentSign(by, digitsOf(by, scaled, decimals));

/** The text of a number without a sign, as a percentage: `25` is `25%`. */
export const withPercentSign = (by: Separators, text: string): string =>
  by.beforePercent + text + by.afterPercent;

function signOf({ beforeSign }: Separators, scaled: number, plus = ''): string {
  const sign = scaled < 0 ? '-' : scaled > 0 ? plus : '';
  return sign && beforeSign + sign;
}

function digitsOf({ decimal, group, grouped }: Separators, scaled: number, decimals: number): string {
  const digits = String(Math.abs(scaled)).padStart(decimals + 1, '0');
  let end = digits.length - decimals;
  let text = decimals === 0 ? '' : decimal + digits.slice(end);
  if (end >= grouped) for (; end > 3; end -= 3) text = group + digits.slice(end - 3, end) + text;
  return digits.slice(0, end) + text;
}

/**
 * How many of the first digits of two prices are the same, decimals included; 0 if one has more digits.
 * @param precision decimals of the instrument
 */
export function sharedDigits(low: number, high: number, precision: number): number {
  const [one, other] = [low, high].map((points) => String(points).padStart(precision + 1, '0'));
  if (one === undefined || one.length !== other?.length) return 0;
  let count = 0;
  while (count < one.length && one[count] === other[count]) count++;
  return count;
}

/** Where the first so many digits of a text end. */
export function endOfDigits(text: string, count: number): number {
  let [at, left] = [0, count];
  for (; left > 0 && at < text.length; at++) if (/\d/.test(text[at] ?? '')) left--;
  return at;
}
