import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { recordedQuotes, recordedTapes } from '../../bench/tapes/recorded-tape.ts';
import { tapeOf, writeTapes } from '../../bench/tapes/tape.ts';
import { entryLine, headerLine } from '../../replay/format/format.ts';
import { loadTapes } from '../../server/feed/ticks/tick-files.ts';

const frame = (seq: number, rows: readonly (readonly number[])[]) =>
  JSON.stringify({ topic: 'DAY_MARKET', seq, ts: 1, data: rows });

const RECORDING = [
  headerLine(0, 'test'),
  entryLine({ at: 0, kind: 'open' }),
  entryLine({
    at: 10,
    kind: 'in',
    text: frame(1, [
      [1, 1.25, 1, 1, 5],
      [2, 90, 90, 1, 5],
    ]),
  }),
  entryLine({ at: 20, kind: 'in', text: '{"topic":"OTHER","seq":1,"ts":1,"data":{}}' }),
  entryLine({ at: 30.7, kind: 'in', text: frame(2, [[1, 1.26, 1, 1, 6]]) }),
  entryLine({ at: 40, kind: 'in', text: frame(3, [[1, 1.26, 1, 1, 7]]) }),
].join('\n');

function saved(name: string, bytes: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-recording-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

it('has each instrument’s price changes, and nothing of other frames', () => {
  expect(Object.fromEntries(recordedQuotes(RECORDING))).toEqual({
    1: [
      { atMs: 10, price: 1.25 },
      { atMs: 30.7, price: 1.26 },
    ],
    2: [{ atMs: 10, price: 90 }],
  });
});

it('becomes tick files that the exchange plays, repeated until the time is full', async () => {
  const tapes = await recordedTapes(saved('it.jsonl.gz', gzipSync(RECORDING)), 3);
  onTestFinished(tapes.remove);
  const files = tapes.feed
    .replace('ticks:', '')
    .split(',')
    .map((part) => part.split('='))
    .map(([code = '', path = '']) => ({ code, paths: [path] }));
  expect(files.slice(0, 2).map(({ code }) => code)).toEqual(['REC001', 'REC002']);
  const times =
    readFileSync(files[0]?.paths[0] ?? '', 'utf8')
      .match(/^\d{13}/gm)
      ?.map(Number) ?? [];
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 20, 1_000, 1_020, 2_000, 2_020]);
  expect(readFileSync(files[0]?.paths[0] ?? '', 'utf8').split('\n')[2]).toMatch(/030,1\.26,1\.26$/);
  const loaded = await loadTapes(files.slice(0, 2));
  expect(loaded.map(({ timesMs }) => timesMs.length)).toEqual([6, 3]);
});

it('of few instruments repeats them until the list is long enough, each with a price from the start and its own times', async () => {
  const tapes = await recordedTapes(saved('it.jsonl', RECORDING), 3);
  onTestFinished(tapes.remove);
  const paths = new Map(
    tapes.feed
      .replace('ticks:', '')
      .split(',')
      .map((part) => part.split('=') as [string, string]),
  );
  expect(paths.size).toBe(200);
  const quotesOf = (code: string) =>
    readFileSync(paths.get(code) ?? '', 'utf8')
      .trim()
      .split('\n')
      .slice(1, 4)
      .map((line) => [Number(line.split(',')[0]) % 100_000, line.split(',')[1]]);
  expect(quotesOf('REC001')).toEqual([
    [10, '1.25'],
    [30, '1.26'],
    [1_010, '1.25'],
  ]);
  expect(quotesOf('REC001.51')).toEqual([
    [0, '1.26'],
    [510, '1.25'],
    [530, '1.26'],
  ]);
  expect(quotesOf('REC002.100')).toEqual([
    [0, '90'],
    [0, '90'],
    [1_000, '90'],
  ]);
});

it('without a market frame is refused with a sentence', async () => {
  await expect(recordedTapes(saved('empty.jsonl', headerLine(0, 'test')), 3)).rejects.toThrow(
    'there is nothing to play',
  );
});

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
