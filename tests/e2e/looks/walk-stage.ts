import type { Browser } from 'playwright';
import { afterAll, beforeAll } from 'vitest';
import { launchChromium } from '../../helpers/chromium.ts';
import { type Product, startProduct } from '../../helpers/product.ts';
import { openAlbum } from './album.ts';
import { furnish, type Household } from './household.ts';
import { type House, LANGUAGES, type Look, type WalkLanguage, walk } from './walk.ts';

/** Whether every look of every place is shown, instead of a part of them. */
export const ALL_LOOKS = process.env['PIPSTREAM_LOOKS'] === 'all';

interface WalkStage {
  readonly household: Household;
  /** Visits all places in one language. @returns the faults, one sentence each */
  walk(language: WalkLanguage, looksOf: House['looksOf']): Promise<string[]>;
}

interface WalkStageOptions {
  /** Flags of Chromium. */
  readonly flags?: readonly string[];
  /** Which names of the content may be truncated with dots; default: all. */
  readonly mayTruncate?: (name: string) => boolean;
}

/**
 * One exchange with content, a browser and an album for the walks of a file.
 * @param album its folder below `test-results`
 */
export function openWalkStage(
  album: string,
  { flags = [], mayTruncate = () => true }: WalkStageOptions = {},
): WalkStage {
  let [product, browser, household]: [Product?, Browser?, Household?] = [];
  const pictures = openAlbum(album);
  beforeAll(async () => {
    product = await startProduct();
    [browser, household] = await Promise.all([launchChromium(flags), furnish(product, LANGUAGES.length)]);
  });
  afterAll(async () => {
    pictures.bind();
    await browser?.close();
    await product?.stop();
  });
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the stage is there during tests only');
    return value;
  };
  return {
    get household() {
      return started(household);
    },
    walk(language, looksOf) {
      // Passkeys need a name: an address such as 127.0.0.1 can have none.
      const url = started(product).url.replace('127.0.0.1', 'localhost');
      const furnished = started(household);
      const house = {
        browser: started(browser),
        url,
        household: { ...furnished, names: furnished.names.filter(mayTruncate) },
        album: pictures,
        looksOf,
      };
      return walk(house, language);
    },
  };
}

/** The languages of a walk that is the same in all of them: this one, or on demand all that people read. */
export const languagesOr = (usual: WalkLanguage): readonly WalkLanguage[] =>
  ALL_LOOKS ? LANGUAGES.filter((language) => language !== 'pseudo') : [usual];

/** One of these looks at each place, another one at the next. */
export const inTurn =
  (looks: readonly Look[]) =>
  (turn: number): readonly Look[] =>
    ALL_LOOKS ? looks : looks.filter((_, nth) => nth === turn % looks.length);
