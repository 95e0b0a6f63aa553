import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { tapeOf, writeTapes } from '../../bench/tapes/tape.ts';
import { loadTapes } from '../../server/feed/ticks/tick-files.ts';

const OPTIONS = { instruments: 20, ticksPerSecond: 100, seconds: 10 };

const timesOf = (tape: string) =>
  tape
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]));

it('is the same in every run, and different for each instrument', () => {
  expect(tapeOf(3, OPTIONS)).toBe(tapeOf(3, OPTIONS));
  expect(tapeOf(3, OPTIONS)).not.toBe(tapeOf(4, OPTIONS));
});

it('has as many quotes as the rate demands of one instrument, in order, over the whole time', () => {
  const times = timesOf(tapeOf(0, OPTIONS));
  expect(times).toHaveLength(50);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(9_500);
});

it('moves the price with each quote', () => {
  const bids = tapeOf(0, OPTIONS)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[1]);
  expect(bids.slice(1).filter((bid, at) => bid === bids[at])).toEqual([]);
});

it('gives every instrument one quote a second even if the rate is lower', () => {
  expect(timesOf(tapeOf(0, { ...OPTIONS, ticksPerSecond: 1 }))).toHaveLength(10);
});

it('is played by the exchange, and fits into an environment variable', async () => {
  const tapes = await writeTapes({ ...OPTIONS, instruments: 500 });
  try {
    const files = tapes.feed
      .replace('ticks:', '')
      .split(',')
      .map((part) => part.split('='))
      .map(([code = '', path = '']) => ({ code, paths: [path] }));
    expect(files).toHaveLength(500);
    expect(tapes.feed.length).toBeLessThan(100_000);
    expect(await readFile(files[0]?.paths[0] ?? '', 'utf8')).toBe(
      tapeOf(0, { ...OPTIONS, instruments: 500 }),
    );
    const loaded = await loadTapes(files.slice(0, 3));
    expect(loaded.map(({ timesMs }) => timesMs.length)).toEqual([10, 10, 10]);
  } finally {
    await tapes.remove();
  }
});
