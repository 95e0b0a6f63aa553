import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/app/routes.ts';
import { launchChromium } from '../../helpers/chromium.ts';
import { type Product, startProduct } from '../../helpers/product.ts';
import { openAlbum } from './album.ts';
import { furnish, type Household } from './household.ts';
import { placesOf } from './places.ts';
import { LANGUAGES, type Look, walk } from './walk.ts';

const LOOKS: readonly Look[] = [320, 360, 430].flatMap((width) => [
  { width, theme: 'dark' },
  { width, theme: 'light' },
]);
/** Two looks, chosen so that each place has each width and theme in the five languages; all of them on demand. */
const looksOf = (turn: number): readonly Look[] =>
  process.env['PIPSTREAM_LOOKS'] === 'all' ? LOOKS : LOOKS.filter((_, nth) => nth % 3 === turn % 3);

let product: Product;
let browser: Browser;
let household: Household;
const album = openAlbum('looks');
beforeAll(async () => {
  product = await startProduct();
  [browser, household] = await Promise.all([launchChromium(), furnish(product, LANGUAGES.length)]);
});
afterAll(async () => {
  album.bind();
  await browser?.close();
  await product?.stop();
});

it('every route of the app is on the walk', () => {
  expect(Object.keys(placesOf(household))).toEqual(Object.keys(ROUTES));
});

describe.concurrent('every screen', () => {
  it.each(LANGUAGES)(
    'fits in %s, in both themes, on narrow and wide phones, and passes axe',
    async (language) => {
      // Passkeys need a name: an address such as 127.0.0.1 can have none.
      const url = product.url.replace('127.0.0.1', 'localhost');
      expect(await walk({ browser, url, household, album, looksOf }, language)).toEqual([]);
    },
    2_700_000,
  );
});
