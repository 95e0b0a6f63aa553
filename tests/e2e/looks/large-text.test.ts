import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../helpers/chromium.ts';
import { type Product, startProduct } from '../../helpers/product.ts';
import { openAlbum } from './album.ts';
import { furnish, type Household } from './household.ts';
import { type Look, walk } from './walk.ts';

const LANGUAGES = ['hk', 'en', 'ar', 'de'] as const;
/** As the browser's own setting does, which media queries in rem follow. */
const TWICE_THE_TEXT = ['--blink-settings=defaultFontSize=32'];
/** One of the two narrow widths at each place, so that a place has both in two languages each. */
const LOOKS: readonly Look[] = [
  { width: 320, theme: 'dark' },
  { width: 360, theme: 'light' },
];
const looksOf = (turn: number): readonly Look[] =>
  process.env['PIPSTREAM_LOOKS'] === 'all' ? LOOKS : LOOKS.filter((_, nth) => nth === turn % 2);

let product: Product;
let browser: Browser;
let household: Household;
const album = openAlbum('large-text');
beforeAll(async () => {
  product = await startProduct();
  [browser, household] = await Promise.all([
    launchChromium(TWICE_THE_TEXT),
    furnish(product, LANGUAGES.length),
  ]);
});
afterAll(async () => {
  album.bind();
  await browser?.close();
  await product?.stop();
});

describe.concurrent('at twice the text size', () => {
  it.each(LANGUAGES)(
    'nothing is cut, covered or out of reach on a narrow phone in %s',
    async (language) => {
      const url = product.url.replace('127.0.0.1', 'localhost');
      // Names may end in dots, since a tap shows the whole; a code may not.
      const names = household.names.filter((name) => !/^\w+\/\w+$/.test(name));
      const house = { browser, url, household: { ...household, names }, album, looksOf };
      expect(await walk(house, language)).toEqual([]);
    },
    2_700_000,
  );
});
