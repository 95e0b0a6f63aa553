import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/app/routes.ts';
import { placesOf } from './places.ts';
import { LANGUAGES, type Look } from './walk.ts';
import { ALL_LOOKS, openWalkScene } from './walk-scene.ts';

const LOOKS: readonly Look[] = [320, 360, 430].flatMap((width) => [
  { width, theme: 'dark' },
  { width, theme: 'light' },
]);
/** Two looks, chosen so that each place has each width and theme in the five languages; all of them on demand. */
const looksOf = (turn: number): readonly Look[] =>
  ALL_LOOKS ? LOOKS : LOOKS.filter((_, nth) => nth % 3 === turn % 3);

const scene = openWalkScene('looks');

it('every route of the app is on the walk', () => {
  expect(Object.keys(placesOf(scene.content))).toEqual(Object.keys(ROUTES));
});

describe.concurrent('every screen', () => {
  it.each(LANGUAGES)(
    'fits in %s, in both themes, on narrow and wide phones, and passes axe',
    async (language) => {
      expect(await scene.walk(language, looksOf)).toEqual([]);
    },
    2_700_000,
  );
});
