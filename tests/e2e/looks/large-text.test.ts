import { describe, expect, it } from 'vitest';
import { inTurn, openWalkStage } from './walk-stage.ts';

/** Twice the text size, as the browser's own setting makes it: media queries in rem follow it. */
const stage = openWalkStage('large-text', ['--blink-settings=defaultFontSize=32']);
const looksOf = inTurn([
  { width: 320, theme: 'dark' },
  { width: 360, theme: 'light' },
]);

describe.concurrent('at twice the text size', () => {
  it.each(['hk', 'en', 'ar', 'de'] as const)(
    'nothing is cut, covered or out of reach on a narrow phone in %s',
    async (language) => {
      expect(await stage.walk(language, looksOf)).toEqual([]);
    },
    2_700_000,
  );
});
