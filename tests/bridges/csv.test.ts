import { appendFileSync, copyFileSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../bridges/clock.ts';
import { runCsv } from '../../bridges/csv.ts';
import { recordedData } from '../helpers/recorded-data.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { linked } from './linked.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const HEADER = 'time,code,bid,ask\n';
const line = (i: number) => `${1_790_000_000_000 + i},EURUSD,${i + 1},${i + 2}\n`;
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => line(from + i)).join('');
const bidsOf = ({ ticks }: Receiver) => ticks.map(([, bid]) => Number(bid) - 1);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

async function bridged(file: string, { follows = true, code }: { follows?: boolean; code?: string } = {}) {
  const receiver = await startReceiver({ decimals: { EURUSD: 5 } });
  const connection = linked(receiver.url, { repeats: true });
  let isClosed = false;
  const ended = runCsv(
    {
      clock: systemClock,
      link: connection.link,
      say: (sentence) => connection.said.push(sentence),
      counts: () => connection.counts,
      isClosed: () => isClosed,
    },
    { file, follows, code, map: undefined },
  );
  onTestFinished(async () => {
    isClosed = true;
    connection.link.close();
    await ended;
  });
  return { receiver, ended, ...connection };
}

const newFile = (content?: string) => {
  const file = join(temporaryFolder(), 'ticks.csv');
  if (content !== undefined) writeFileSync(file, content);
  return file;
};

it('plays a file to its end, the last line without an end included', async () => {
  const { receiver, ended, link } = await bridged(newFile(HEADER + lines(0, 4_000).trimEnd()), {
    follows: false,
  });
  expect(await ended).toBeUndefined();
  await link.settled();
  expect(bidsOf(receiver)).toEqual(range(0, 4_000));
  expect(receiver.faults).toEqual([]);
});

it('stops a file that it plays at a line that cannot be read, and names it', async () => {
  const file = newFile(
    `${HEADER}${lines(0, 2)}\n1790000000005,EURUSD,1,5\n${lines(3, 5)}`.replace(',1,5', ',"1,5",'),
  );
  const { receiver, ended, link } = await bridged(file, { follows: false });
  expect(await ended).toBe(`${file}, line 5: bid "1,5", ask "": no price, such as 1.0925`);
  await link.settled();
  expect(bidsOf(receiver)).toEqual([0, 1]);
});

it('stops at a file that it cannot read, or without a header', async () => {
  const missing = await bridged(newFile(), { follows: false });
  expect(await missing.ended).toContain('ticks.csv cannot be read.');
  const headless = await bridged(newFile(lines(0, 3)));
  expect(await headless.ended).toContain('line 1: the header must name time');
});

it('follows a file that grows, a line in two parts included, and waits for it to appear', async () => {
  const file = newFile();
  const { receiver, said } = await bridged(file);
  await expect.poll(() => said).toContain(`waiting for ${file}`);
  writeFileSync(file, HEADER + lines(0, 2));
  await expect.poll(() => bidsOf(receiver)).toEqual([0, 1]);
  appendFileSync(file, line(2).slice(0, 22));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(bidsOf(receiver)).toEqual([0, 1]);
  appendFileSync(file, line(2).slice(22) + line(3));
  await expect.poll(() => bidsOf(receiver)).toEqual(range(0, 4));
});

it('begins to follow a long file 64 KiB before its end, with the right line numbers', async () => {
  const all = lines(0, 20_000);
  const file = newFile(HEADER + all);
  const { receiver, said } = await bridged(file);
  await expect.poll(() => bidsOf(receiver).at(-1)).toBe(19_999);
  const first = bidsOf(receiver)[0] ?? 0;
  expect(bidsOf(receiver)).toEqual(range(first, 20_000));
  const sent = lines(first, 20_000).length;
  expect(sent).toBeGreaterThanOrEqual(64 * 1024);
  expect(sent).toBeLessThan(64 * 1024 + 100);
  appendFileSync(file, 'nonsense\n');
  await expect
    .poll(() => said.at(-1))
    .toBe(`${file}, line 20002: it has 1 fields, the header 4: passed over`);
});

it('passes over lines that cannot be read in a file that it follows, and names five of them', async () => {
  const file = newFile(HEADER + line(0));
  const { receiver, counts, said } = await bridged(file);
  appendFileSync(file, `${'nonsense\n'.repeat(9)}${line(1)}`);
  await expect.poll(() => bidsOf(receiver)).toEqual([0, 1]);
  expect(counts.skipped).toBe(9);
  expect(said.filter((sentence) => sentence.endsWith('passed over'))).toHaveLength(5);
});

it('reads on when the file is replaced, after its end; and when it is cut', async () => {
  const file = newFile(HEADER + lines(0, 3));
  const { receiver, counts, said } = await bridged(file);
  await expect.poll(() => bidsOf(receiver)).toEqual(range(0, 3));
  // Renamed, with a line that came late, and one that its writer did not finish: its price may be longer.
  renameSync(file, `${file}.1`);
  appendFileSync(`${file}.1`, line(3) + line(7).trimEnd());
  await new Promise((resolve) => setTimeout(resolve, 300));
  writeFileSync(file, `code,time,bid,ask\nEURUSD,1790000000004,5,6\n`);
  await expect.poll(() => bidsOf(receiver)).toEqual(range(0, 5));
  expect(said).toContain(`${file}, line 6: it is not finished: passed over`);
  // Copied and cut, as logrotate's copytruncate.
  copyFileSync(file, `${file}.2`);
  truncateSync(file);
  await expect.poll(() => counts.sourceLost).toBe(2);
  appendFileSync(file, HEADER + line(5));
  await expect.poll(() => bidsOf(receiver)).toEqual(range(0, 6));
});

it('loses no tick of a file when the exchange is cut off again and again', async () => {
  const file = newFile(HEADER + lines(0, 60_000));
  const { receiver, ended, link } = await bridged(file, { follows: false });
  let cuts = 0;
  const timer = setInterval(() => {
    if (cuts++ < 4) receiver.cut();
  }, 150);
  onTestFinished(() => clearInterval(timer));
  expect(await ended).toBeUndefined();
  await link.settled();
  // What was sent again is the same ticks; the exchange passes over those that are older than its newest.
  expect([...new Set(bidsOf(receiver))].toSorted((a, b) => a - b)).toEqual(range(0, 60_000));
  expect(cuts).toBeGreaterThan(0);
  expect(receiver.faults).toEqual([]);
});

it('plays recorded ticks as they are', async ({ skip }) => {
  const recorded = recordedData(skip, 'ticks', 'oanda_eurusd_20140505.csv.gz');
  const text = gunzipSync(readFileSync(recorded)).toString();
  const { receiver, ended, link } = await bridged(newFile(text), { follows: false, code: 'EURUSD' });
  expect(await ended).toBeUndefined();
  await link.settled();
  const rows = text
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split(','));
  expect(receiver.ticks.map(([, bid, ask, ms]) => [ms, Number(bid), Number(ask)])).toEqual(
    rows.map(([ms, bid, ask]) => [Math.floor(Number(ms)), Number(bid), Number(ask)]),
  );
  expect(receiver.faults).toEqual([]);
});
