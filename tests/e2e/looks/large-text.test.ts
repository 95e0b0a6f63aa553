import { describe, expect, it } from 'vitest';
import { inTurn, languagesOr, openWalkScene } from './walk-scene.ts';

const scene = openWalkScene('large-text', {
  // Twice the text size, as the browser's own setting makes it: media queries in rem follow it.
  flags: ['--blink-settings=defaultFontSize=32'],
  // A tap shows the whole name of what a row is about; its code has to be read in the row.
  mayTruncate: (name) => !/^\w+\/\w+$/.test(name),
});
const looksOf = inTurn([
  { width: 320, theme: 'dark' },
  { width: 360, theme: 'light' },
]);

describe.concurrent('at twice the text size', () => {
  // German has the longest words.
  it.each(languagesOr('de'))(
    'nothing is cut, covered or out of reach on a narrow phone in %s',
    async (language) => {
      expect(await scene.walk(language, looksOf)).toEqual([]);
    },
    2_700_000,
  );
});
