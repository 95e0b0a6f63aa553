import { afterAll, beforeAll } from 'vitest';
import { openScene } from '../scene.ts';
import { openAlbum } from './album.ts';
import { addContent, type Content } from './exchange-content.ts';
import { LANGUAGES, type Look, type WalkDeps, type WalkLanguage, walk } from './walk.ts';

/** Whether every look of every place is shown, instead of a part of them. */
export const ALL_LOOKS = process.env['PIPSTREAM_LOOKS'] === 'all';

interface WalkScene {
  readonly content: Content;
  /** Visits all places in one language. @returns the faults, one sentence each */
  walk(language: WalkLanguage, looksOf: WalkDeps['looksOf']): Promise<string[]>;
}

interface WalkSceneOptions {
  /** Flags of Chromium. */
  readonly flags?: readonly string[];
  /** Which names of the content may be truncated with dots; default: all. */
  readonly mayTruncate?: (name: string) => boolean;
}

/**
 * One exchange with content, a browser and an album for the walks of a file.
 * @param album its folder below `test-results`
 */
export function openWalkScene(
  album: string,
  { flags = [], mayTruncate = () => true }: WalkSceneOptions = {},
): WalkScene {
  const scene = openScene({}, flags);
  const pictures = openAlbum(album);
  let added: Content | undefined;
  beforeAll(async () => {
    added = await addContent(scene.product, LANGUAGES.length);
  });
  afterAll(() => pictures.bind());
  const content = (): Content => {
    if (added === undefined) throw new Error('the content is there during tests only');
    return added;
  };
  return {
    get content() {
      return content();
    },
    walk(language, looksOf) {
      // Passkeys need a name: an address such as 127.0.0.1 can have none.
      const url = scene.product.url.replace('127.0.0.1', 'localhost');
      const { names, ...rest } = content();
      const deps = {
        browser: scene.browser,
        url,
        content: { ...rest, names: names.filter(mayTruncate) },
        album: pictures,
        looksOf,
      };
      return walk(deps, language);
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
