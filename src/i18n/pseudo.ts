import type { Texts } from './translator.ts';

const PLAIN = 'aeiouysAEIOUYScnzCNZ';
const ACCENTED = 'áéíóúýšÁÉÍÓÚÝŠçñžÇÑŽ';
/** The number of letters at the start of PLAIN that are doubled as well. */
const DOUBLED = 14;
/** Placeholders, tags and texts within texts: they stay as they are. */
const CODE = /(\{\{.*?\}\}|<[^>]*>|\$t\(.*?\))/;

/**
 * A stand-in for languages longer than English: the same readable texts, about two fifths longer, with accents and in
 * brackets. A missing bracket on the screen is clipped text; a word without accents does not come from the locale files.
 */
export function pseudoTexts(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [
      key,
      typeof value === 'string' ? pseudoText(value) : pseudoTexts(value),
    ]),
  );
}

const pseudoText = (text: string): string =>
  `[${text
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : stretched(part)))
    .join('')}]`;

const stretched = (text: string): string =>
  [...text]
    .map((letter) => {
      const at = PLAIN.indexOf(letter);
      const accented = ACCENTED[at] ?? letter;
      return at >= 0 && at < DOUBLED ? accented + accented.toLowerCase() : accented;
    })
    .join('');
