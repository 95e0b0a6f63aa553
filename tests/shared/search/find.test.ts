import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { find, findMistyped, findNear, isNearlyStartOf, searchKey } from '../../../shared/search/find.ts';
import { foldedWords } from '../../../shared/search/folded.ts';

describe('a folded text', () => {
  it.each([
    ['EUR/USD', 'eur usd'],
    ['  Ｅｕｒｏ　５００ ', 'euro 500'],
    ['Đô la Mỹ', 'do la my'],
    ['Türk Lirası, İNGİLİZ', 'turk lirasi ingiliz'],
    ['Dólar EE. UU.', 'dolar ee uu'],
    ['Złoty Größe', 'zloty grosse'],
    ['S&P 500', 'sp 500'],
    ["d'or", 'dor'],
    ['ポンド ﾎﾟﾝﾄﾞ ぽんど', 'ホント ホント ホント'],
    ['비트코인', '비트코인'],
    ['الدُّولار الأمريكي', 'دولار امريكي'],
    ['آسيا إلى أسترالية ٥٠٠', 'اسيا الي استراليه 500'],
    ['ทองคำ', 'ทองคา'],
    ['Австралийский ёлка', 'австралиискии елка'],
    ['欧元 英镑 日円', '歐元 英鎊 日圓'],
    ['— / · 🙂', ''],
  ])('of %j is %j', (text, folded) => {
    expect(foldedWords(text).join(' ')).toBe(folded);
  });

  it('is folded already', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
        const once = foldedWords(text).join(' ');
        // An article or a sign within a word may come to light when another is gone.
        fc.pre(!/ال|[&.'’]/.test(text));
        expect(foldedWords(once).join(' ')).toBe(once);
      }),
    );
  });
});

const names = [
  ['GBPUSD', 'GBP/USD', 'British Pound / US Dollar'],
  ['USDJPY', 'USD/JPY', 'US Dollar / Japanese Yen'],
  ['GOLDX', 'GOLDX', 'Miner of Gold'],
  ['MARIGOLD', 'MARIGOLD', 'Flowers'],
  ['XAUUSD', 'XAU/USD', 'Gold'],
  ['US500', 'US500', 'US 500'],
];
const items = names.map((texts) => ({ code: texts[0], key: searchKey(texts) }));
type Item = (typeof items)[number];
const keyOf = ({ key }: Item) => key;
const codes = (found: readonly Item[]) => found.map(({ code }) => code);

describe('the search', () => {
  it('ranks the same before a start, a start before words, and words before a part', () => {
    expect(codes(find(items, keyOf, 'gold'))).toEqual(['XAUUSD', 'GOLDX', 'MARIGOLD']);
    expect(codes(find(items, keyOf, 'miner'))).toEqual(['GOLDX']);
    expect(codes(find(items, keyOf, 'usd'))).toEqual(['GBPUSD', 'USDJPY', 'XAUUSD']);
    expect(codes(find(items, keyOf, 'yen'))).toEqual(['USDJPY']);
  });

  it.each(['usdjpy', 'usd jpy', 'USD/JPY', 'jpyusd', 'jpy usd', 'yen dollar', 'dol jap', 'us-dollar yen'])(
    'finds a pair by %j',
    (keyword) => {
      expect(codes(find(items, keyOf, keyword))[0]).toBe('USDJPY');
    },
  );

  it('finds all by nothing, and nothing by signs or by one word of two that fits', () => {
    expect(find(items, keyOf, '  ')).toBe(items);
    expect(find(items, keyOf, '///')).toEqual([]);
    expect(find(items, keyOf, 'yen pound')).toEqual([]);
  });

  it('takes a single letter for the start of a word only', () => {
    expect(codes(find(items, keyOf, 'y'))).toEqual(['USDJPY']);
  });

  it.each([
    ['bitish', ['GBPUSD']],
    ['pouund', ['GBPUSD']],
    ['japnaese', ['USDJPY']],
    ['jaoan', ['USDJPY']],
    ['usdjpi', ['USDJPY']],
    ['gpbusd', ['GBPUSD']],
    ['glod', ['GOLDX', 'XAUUSD']],
    ['yan', []],
    ['501', []],
    ['jaoanise', []],
  ])('finds by the typo %j: %j', (keyword, expected) => {
    expect(find(items, keyOf, keyword)).toEqual([]);
    expect(codes(findMistyped(items, keyOf, keyword))).toEqual(expected);
  });

  const near = (keyword: string) => codes(findNear(items, keyOf, keyword, find(items, keyOf, keyword)));

  it.each([
    ['yan', ['USDJPY']],
    ['ye', []],
    ['gp', ['GBPUSD']],
    ['gold', []],
    ['bitish pond', ['GBPUSD']],
    ['501', []],
    ['x', []],
    ['', []],
  ])('is near by %j to %j', (keyword, expected) => {
    expect(near(keyword)).toEqual(expected);
  });

  it('puts what is nearly the whole name first, then nearly whole words, then nearly the starts of words', () => {
    const rows = ['Goldsmith Ltd', 'Miner of Gold', 'Gold', 'Golf'].map((name) => ({
      code: name,
      key: searchKey([name]),
    }));
    expect(codes(findNear(rows, keyOf, 'gole', []))).toEqual([
      'Gold',
      'Golf',
      'Miner of Gold',
      'Goldsmith Ltd',
    ]);
  });

  it('is near to 20 at most, and leaves out what fits', () => {
    const many = Array.from({ length: 50 }, (_, i) => ({ code: `${i}`, key: searchKey([`Gold ${i}`]) }));
    expect(findNear(many, keyOf, 'gole', many.slice(0, 5)).map(({ code }) => code)).toEqual(
      Array.from({ length: 20 }, (_, i) => `${i + 5}`),
    );
  });

  it('looks at each of 5,000 keys a fixed number of times, and folds only the keyword', () => {
    let asked = 0;
    const many = Array.from({ length: 5_000 }, (_, i) => items[i % items.length] as Item);
    const counting = (item: Item) => {
      asked++;
      return item.key;
    };
    find(many, counting, 'us dollar');
    findMistyped(many, counting, 'us dolarr');
    expect(asked).toBe(2 * many.length);
    findNear(many, counting, 'us dolarr', []);
    expect(asked).toBe(4 * many.length);
  });
});

/** Damerau-Levenshtein distance with adjacent swaps, by its definition. */
function distance(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length;
  const [a, b] = [one.slice(0, -1), other.slice(0, -1)];
  const same = one.at(-1) === other.at(-1) ? 0 : 1;
  const ways = [distance(a, other) + 1, distance(one, b) + 1, distance(a, b) + same];
  if (one.length > 1 && other.length > 1 && one.at(-1) === other.at(-2) && one.at(-2) === other.at(-1))
    ways.push(distance(one.slice(0, -2), other.slice(0, -2)) + 1);
  return Math.min(...ways);
}

it('takes one wrong letter of three in scripts whose letters are words or syllables, and none of two', () => {
  const chinese = [
    ['BTCUSD', '比特幣'],
    ['LTCUSD', '萊特幣'],
    ['XAUUSD', '黃金'],
  ].map((texts) => ({ code: texts[0], key: searchKey(texts) }));
  const found = (keyword: string) => codes(findMistyped(chinese, keyOf, keyword));
  expect(found('比持幣')).toEqual(['BTCUSD']);
  expect(found('菜特幣')).toEqual(['BTCUSD', 'LTCUSD']);
  expect(found('黃今')).toEqual([]);
});

it('one typo is a distance of at most one to some start of the word', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(word, word, (typed, known) => {
      const starts = Array.from({ length: known.length + 1 }, (_, i) => known.slice(0, i));
      expect(isNearlyStartOf(typed, known)).toBe(starts.some((start) => distance(typed, start) <= 1));
    }),
  );
});
