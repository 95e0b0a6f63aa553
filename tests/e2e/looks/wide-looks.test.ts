import { describe, expect, it } from 'vitest';
import { inTurn, openWalkStage } from './walk-stage.ts';

const stage = openWalkStage('wide-looks');
const looksOf = inTurn([
  { width: 1280, height: 800, theme: 'dark' },
  { width: 1280, height: 800, theme: 'light' },
]);

describe.concurrent('on a wide screen', () => {
  it.each(['hk', 'en', 'ar', 'de'] as const)(
    'every screen fits in its column in %s',
    async (language) => {
      expect(await stage.walk(language, looksOf)).toEqual([]);
    },
    2_700_000,
  );
});
