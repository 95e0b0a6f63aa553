import { cachedByLocale } from './locale.ts';

/** What a language writes around the digits of a number. */
type Marks = readonly [
  decimal: string,
  group: string,
  afterPercent?: string,
  /** Digits from which on thousands are marked; 4 in most. */
  grouped?: number,
  beforePercent?: string,
  beforeSign?: string,
];

/** A no-break space. */
const APART = '\u00a0%';
/** Keeps a sign at its side of the number within a text that runs from right to left. */
const LTR = '\u200e';

/** As `Intl` has them; to ask it for them would cost the first screen more than these lines. */
const OWN: Readonly<Record<string, Marks>> = {
  'vi-VN': [',', '.'],
  'id-ID': [',', '.'],
  'it-IT': [',', '.', '%', 5],
  'es-ES': [',', '.', APART, 5],
  'de-DE': [',', '.', APART],
  'fr-FR': [',', '\u202f', APART],
  'ru-RU': [',', '\u00a0', APART],
  'pt-PT': [',', '\u00a0', '%', 5],
  'tr-TR': [',', '.', '', 4, '%'],
  ar: ['.', ',', `${LTR}%${LTR}`, 4, '', LTR],
};

/** Those of the reader's language. */
export const marks = cachedByLocale((locale) => {
  const [decimal, group, afterPercent = '%', grouped = 4, beforePercent = '', beforeSign = ''] = OWN[
    locale
  ] ?? ['.', ','];
  return { decimal, group, afterPercent, grouped, beforePercent, beforeSign };
});
