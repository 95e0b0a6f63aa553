import { foldedWords } from './folded.ts';

/*
 * The search for instruments, of the exchange and of the app. It decides by the native search in one text an instrument, which
 * is folded once; thousands of instruments take a millisecond or two a key.
 */

/** What an instrument is searched by, folded. */
export interface SearchKey {
  /** Its code and names without separators, each between bars; pairs in both orders. */
  readonly whole: string;
  /** All words of its code and names, each after a space. */
  readonly words: string;
}

/** @param texts its code first, then its names: `EURUSD`, `EUR/USD`, `Euro / US Dollar` */
export function searchKey(texts: readonly string[]): SearchKey {
  const whole = new Set<string>();
  const words = new Set<string>();
  for (const text of texts) {
    const sides = text.split('/').map(foldedWords);
    const [base, quote, ...more] = sides.map((side) => side.join(''));
    whole.add(sides.flat().join(''));
    if (base && quote && more.length === 0) whole.add(quote + base);
    for (const word of sides.flat()) words.add(word);
  }
  return { whole: `|${[...whole].join('|')}|`, words: ` ${[...words].join(' ')}` };
}

/** How well an instrument fits; the lower, the better. */
const RANK = { same: 0, start: 1, words: 2, part: 3, none: 4 } as const;

/**
 * The items that fit the keyword, the best first: its code or name is the keyword, starts with it, has a word that starts
 * with each of its words, contains them; the order within each is that of `items`. All items for an empty keyword.
 */
export function find<T>(items: readonly T[], keyOf: (item: T) => SearchKey, keyword: string): readonly T[] {
  const words = foldedWords(keyword);
  if (words.length === 0) return keyword.trim() === '' ? items : [];
  const whole = words.join('');
  const found: T[][] = [[], [], [], []];
  for (const item of items) found[rankOf(keyOf(item), whole, words)]?.push(item);
  return found.flat();
}

function rankOf(key: SearchKey, whole: string, words: readonly string[]): number {
  const at = key.whole.indexOf(`|${whole}`);
  if (at >= 0) return key.whole.includes(`|${whole}|`, at) ? RANK.same : RANK.start;
  let rank: number = RANK.words;
  for (const word of words) {
    if (key.words.includes(` ${word}`)) continue;
    rank = isPart(key, word) ? RANK.part : RANK.none;
    if (rank === RANK.none) break;
  }
  return rank === RANK.none && isPart(key, whole) ? RANK.part : rank;
}

/** A single Latin letter is part of nearly everything; a Chinese one is a word. */
const isPart = (key: SearchKey, text: string): boolean =>
  !/^[\w]$/.test(text) && (key.words.includes(text) || key.whole.includes(text));

/** Shorter words are too near to one another. A letter of these scripts says as much as two of others. */
const typoLetters = (word: string): number =>
  /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+$/u.test(word) ? 3 : 4;

/** The items that fit the keyword if each of its longer words may have one letter wrong, missing, in excess or swapped. */
export function findMistyped<T>(
  items: readonly T[],
  keyOf: (item: T) => SearchKey,
  keyword: string,
): readonly T[] {
  const words = foldedWords(keyword);
  const whole = words.join('');
  if (whole.length < typoLetters(whole)) return [];
  const fits = (known: string, word: string): boolean =>
    word.length >= typoLetters(word) && !/^\d+$/.test(word)
      ? isNearlyStartOf(word, known)
      : known.startsWith(word);
  return items.filter((item) => {
    const key = keyOf(item);
    const known = key.words.split(' ');
    return (
      words.every((word) => known.some((one) => fits(one, word))) ||
      key.whole.split('|').some((one) => fits(one, whole))
    );
  });
}

/** Whether a word is the start of a known one but for one letter that is wrong, missing, in excess or swapped with the next. */
export function isNearlyStartOf(word: string, known: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === known[at]) at++;
  if (at === word.length) return true;
  const goesOn = (from: number, knownFrom: number) => known.startsWith(word.slice(from), knownFrom);
  const isSwapped = word[at] === known[at + 1] && word[at + 1] === known[at];
  return (
    (at < known.length && goesOn(at + 1, at + 1)) ||
    goesOn(at + 1, at) ||
    goesOn(at, at + 1) ||
    (isSwapped && goesOn(at + 2, at + 2))
  );
}
