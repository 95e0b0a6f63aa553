/**
 * East Asian wide and fullwidth characters and pictographs (Unicode's EastAsianWidth W and F), as first and last code
 * points. Terminals draw them over two cells.
 */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x231a, 0x231b],
  [0x2329, 0x232a],
  [0x23e9, 0x23ec],
  [0x25fd, 0x25fe],
  [0x2614, 0x2615],
  [0x2648, 0x2653],
  [0x26a1, 0x26a1],
  [0x2705, 0x2705],
  [0x274c, 0x274c],
  [0x2753, 0x2757],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f004, 0x1f004],
  [0x1f18e, 0x1f19a],
  [0x1f200, 0x1f320],
  [0x1f32d, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f7e0, 0x1f7eb],
  [0x1f90c, 0x1f9ff],
  [0x1fa70, 0x1faff],
  [0x20000, 0x3fffd],
];

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Drawn over the character before; the vowels and finals of Korean are drawn into its syllable. */
const ZERO_WIDTH = /^[\p{Nonspacing_Mark}\p{Enclosing_Mark}\p{Default_Ignorable_Code_Point}\u1160-\u11ff]/u;
const PICTURE = /^\p{Extended_Pictographic}/u;
const AS_PICTURE = '\ufe0f';

/** What a reader sees as one character each. */
export const charactersOf = (text: string): readonly string[] =>
  [...graphemes.segment(text)].map(({ segment }) => segment);

/** How many cells of a terminal a text takes. */
export const widthOf = (text: string): number =>
  charactersOf(text).reduce((sum, character) => sum + characterWidth(character), 0);

/** @param character one grapheme; of a pictograph what follows its first code point only changes it */
export function characterWidth(character: string): number {
  if (character.includes(AS_PICTURE)) return 2;
  const points = PICTURE.test(character)
    ? [String.fromCodePoint(character.codePointAt(0) ?? 0)]
    : [...character];
  return points.reduce((sum, point) => sum + pointWidth(point), 0);
}

function pointWidth(character: string): 0 | 1 | 2 {
  if (ZERO_WIDTH.test(character)) return 0;
  const point = character.codePointAt(0) ?? 0;
  return WIDE.some(([first, last]) => point >= first && point <= last) ? 2 : 1;
}
