/** Texts by key, in sections within sections. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

const PLAIN = 'aeiouysAEIOUYScnzCNZ';
const ACCENTED = 'áéíóúýšÁÉÍÓÚÝŠçñžÇÑŽ';
/** So many of them are written twice. */
const TWICE = 14;
/** What no reader sees as it stands: gaps, tags, texts within texts. */
const CODE = /(\{\{.*?\}\}|<[^>]*>|\$t\(.*?\))/;

/**
 * Stands in for every language that is longer than English: the same texts, readable still, some two fifths longer,
 * in brackets. A lost bracket is clipped text; a word without accents is not from the texts.
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
      return at >= 0 && at < TWICE ? accented + accented.toLowerCase() : accented;
    })
    .join('');
