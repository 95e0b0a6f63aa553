import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/app/routes.ts';
import { launchChromium } from '../../helpers/chromium.ts';
import { type Product, startProduct } from '../../helpers/product.ts';
import { openAlbum } from './album.ts';
import { furnish, type Household } from './household.ts';
import { placesOf } from './places.ts';
import { LANGUAGES, walk } from './walk.ts';

const wholly = process.env['PIPSTREAM_LOOKS'] === 'all';

let product: Product;
let browser: Browser;
let household: Household;
const album = openAlbum();
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
      expect(await walk({ browser, url, household, album, wholly }, language)).toEqual([]);
    },
    2_700_000,
  );
});
