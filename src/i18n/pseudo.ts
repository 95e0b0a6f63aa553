import type { Texts } from '../../shared/read-texts.ts';

const PLAIN = 'aeiouysAEIOUYScnzCNZ';
const ACCENTED = 'áéíóúýšÁÉÍÓÚÝŠçñžÇÑŽ';
/** The number of letters at the start of PLAIN that are doubled as well. */
const DOUBLED = 14;
/** Placeholders, tags and texts within texts: they stay as they are. */
const CODE = /(\{\{.*?\}\}|<[^>]*>|\$t\(.*?\))/;

/**
 * A stand-in for languages longer than English: the same readable texts, about two fifths longer, with accents and in
 * brackets. A missing bracket on the screen is clipped text; a word without accents is no text of the app.
 */
export const pseudoTexts = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoText(text)]));

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
