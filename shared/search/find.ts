import { foldedWords, wordsWithArticles } from './folded.ts';

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
    const withArticles = wordsWithArticles(text);
    if (withArticles !== undefined) whole.add(withArticles.join(''));
    for (const word of withArticles ?? []) words.add(word);
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
  const tests = words.map(startTest);
  const wholeTest = startTest(whole);
  return items.filter((item) => {
    const known = listsOf(keyOf(item));
    return tests.every((fits) => known.words.some(fits)) || known.wholes.some(wholeTest);
  });
}

/** Whether a known word starts with the word, or nearly if that is long enough. */
const startTest = (word: string): ((known: string) => boolean) =>
  word.length >= typoLetters(word) && !/^\d+$/.test(word)
    ? (known) => isNearlyStartOf(word, known)
    : (known) => known.startsWith(word);

interface KeyLists {
  readonly words: readonly string[];
  readonly wholes: readonly string[];
}

/** Taken apart once: that takes longer than to compare them all. */
const lists = new WeakMap<SearchKey, KeyLists>();

function listsOf(key: SearchKey): KeyLists {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const made = { words: key.words.slice(1).split(' '), wholes: key.whole.slice(1, -1).split('|') };
  lists.set(key, made);
  return made;
}

/** Near ones are listed below those that fit: enough for all pairs of a currency, too few to bury anything. */
const MAX_NEAR = 20;

/**
 * The items that the keyword is near to, the nearest first: each of its words may have one letter wrong, missing, in excess or
 * swapped, short ones as well if they are nearly a whole word. At most 20, and none if the words stand as they are in an item:
 * then they are no typo.
 * @param found what the keyword fits: left out
 */
export function findNear<T>(
  items: readonly T[],
  keyOf: (item: T) => SearchKey,
  keyword: string,
  found: readonly T[],
): readonly T[] {
  const words = foldedWords(keyword);
  const isSpelled = (item: T): boolean => {
    const known = `${keyOf(item).words} `;
    return words.every((word) => known.includes(` ${word} `));
  };
  if (words.length === 0 || found.some(isSpelled)) return [];
  const isNearWhole = nearTest(words.join(''));
  const tests = words.map(nearTest);
  const isFound = new Set(found);
  const isMistyped = new Set(findMistyped(items, keyOf, keyword));
  const near: T[][] = [[], [], []];
  for (const item of items) {
    if (isFound.has(item)) continue;
    const known = listsOf(keyOf(item));
    if (known.wholes.some(isNearWhole)) near[0]?.push(item);
    else if (tests.every((fits) => known.words.some(fits))) near[1]?.push(item);
    else if (isMistyped.has(item)) near[2]?.push(item);
  }
  return near.flat().slice(0, MAX_NEAR);
}

/** Whether a known word starts with the word, or is nearly it. One letter says nothing, and numbers have no typos. */
function nearTest(word: string): (known: string) => boolean {
  if (word.length < 2 || /^\d+$/.test(word)) return (known) => known.startsWith(word);
  const { length } = word;
  return (known) =>
    known.startsWith(word) || (Math.abs(known.length - length) < 2 && isOneTypo(word, known, true));
}

/** Whether a word is the start of a known one but for one letter that is wrong, missing, in excess or swapped with the next. */
export const isNearlyStartOf = (word: string, known: string): boolean => isOneTypo(word, known, false);

/** @param isWhole whether the known word must end with the word */
function isOneTypo(word: string, known: string, isWhole: boolean): boolean {
  let at = 0;
  while (at < word.length && word[at] === known[at]) at++;
  const isSwapped = at + 1 < word.length && word[at] === known[at + 1] && word[at + 1] === known[at];
  return (
    goesOn(word, at, known, at, isWhole) ||
    (at < known.length && goesOn(word, at + 1, known, at + 1, isWhole)) ||
    goesOn(word, at + 1, known, at, isWhole) ||
    goesOn(word, at, known, at + 1, isWhole) ||
    (isSwapped && goesOn(word, at + 2, known, at + 2, isWhole))
  );
}

/** Whether the rest of the word is how the rest of the known one starts, or all of it. Copies nothing: thousands are compared. */
function goesOn(word: string, from: number, known: string, knownFrom: number, isWhole: boolean): boolean {
  const left = Math.max(0, word.length - from);
  const knownLeft = known.length - knownFrom;
  if (isWhole ? left !== knownLeft : left > knownLeft) return false;
  for (let i = 0; i < left; i++) if (word[from + i] !== known[knownFrom + i]) return false;
  return true;
}
