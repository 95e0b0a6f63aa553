import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { recordedQuotes, recordedTapes } from '../../bench/recorded-tape.ts';
import { loadTapes } from '../../server/feed/ticks/load.ts';
import { entryLine, headerLine } from '../../worker/recording/format.ts';

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

it('has each instrument’s prices when they changed, and nothing of other frames', () => {
  expect(Object.fromEntries(recordedQuotes(RECORDING))).toEqual({
    1: [
      { atMs: 10, price: 1.25 },
      { atMs: 30.7, price: 1.26 },
    ],
    2: [{ atMs: 10, price: 90 }],
  });
});

it('becomes tick files that the exchange plays, round after round until the time is full', async () => {
  const tapes = await recordedTapes(saved('it.jsonl.gz', gzipSync(RECORDING)), 3);
  onTestFinished(tapes.remove);
  const files = tapes.feed
    .replace('ticks:', '')
    .split(',')
    .map((part) => part.split('='))
    .map(([code = '', path = '']) => ({ code, paths: [path] }));
  expect(files.map(({ code }) => code)).toEqual(['REC001', 'REC002']);
  const times =
    readFileSync(files[0]?.paths[0] ?? '', 'utf8')
      .match(/^\d{13}/gm)
      ?.map(Number) ?? [];
  expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 20, 1_000, 1_020, 2_000, 2_020]);
  expect(readFileSync(files[0]?.paths[0] ?? '', 'utf8').split('\n')[2]).toMatch(/030,1\.26,1\.26$/);
  const loaded = await loadTapes(files);
  expect(loaded.map(({ timesMs }) => timesMs.length)).toEqual([6, 3]);
});

it('without a market frame is refused with a sentence', async () => {
  await expect(recordedTapes(saved('empty.jsonl', headerLine(0, 'test')), 3)).rejects.toThrow(
    'there is nothing to play',
  );
});
