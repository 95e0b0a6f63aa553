import { describe, expect, it } from 'vitest';
import { inTurn, languagesOr, openWalkScene } from './walk-scene.ts';

const scene = openWalkScene('wide-looks');
const looksOf = inTurn([
  { width: 1280, height: 800, theme: 'dark' },
  { width: 1280, height: 800, theme: 'light' },
]);

describe.concurrent('on a wide screen', () => {
  // Arabic mirrors the columns.
  it.each(languagesOr('ar'))(
    'every screen fits in its column in %s',
    async (language) => {
      expect(await scene.walk(language, looksOf)).toEqual([]);
    },
    2_700_000,
  );
});
