import { cachedByLocale } from './locale.ts';

/** The separators and signs around the digits of a number. */
type Separators = readonly [
  decimal: string,
  group: string,
  afterPercent?: string,
  /** The number of integer digits from which thousands are grouped; 4 in most languages. */
  grouped?: number,
  beforePercent?: string,
  beforeSign?: string,
];

/** A no-break space. */
const APART = '\u00a0%';
/** Keeps a sign at the left of its number in right-to-left text. */
const LTR = '\u200e';

/** The same as in `Intl`, which would cost the first screen more than this table. */
const OWN: Readonly<Record<string, Separators>> = {
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

/** The separators of the current locale. */
export const separators = cachedByLocale((locale) => {
  const [decimal, group, afterPercent = '%', grouped = 4, beforePercent = '', beforeSign = ''] = OWN[
    locale
  ] ?? ['.', ','];
  return { decimal, group, afterPercent, grouped, beforePercent, beforeSign };
});
