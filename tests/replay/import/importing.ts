import type { RecordEntry } from '../../../replay/format/format.ts';
import { captureOf } from '../../../replay/import/capture.ts';
import { importCapture } from '../../../replay/import/import-capture.ts';
import { VENUES } from '../../../replay/import/venues.ts';

/** A complete capture as a recording. */
export async function imported(name: string, lines: () => AsyncIterable<string>) {
  const venue = VENUES.find((one) => one.name === name);
  if (venue === undefined) throw new Error(`no such venue: ${name}`);
  const { header, entries, report } = await importCapture(venue, captureOf(lines));
  const all: RecordEntry[] = [];
  for await (const entry of entries) all.push(entry);
  return { header, entries: all, report };
}

export interface DataFrame {
  readonly at: number;
  readonly topic: string;
  readonly seq: number;
  readonly ts: number;
  /** Rows of a market frame, or one candle. */
  readonly data: readonly unknown[];
}

export const framesOf = (entries: readonly RecordEntry[]): readonly DataFrame[] =>
  entries.flatMap((entry) => {
    if (entry.kind !== 'in') return [];
    const frame = JSON.parse(entry.text);
    return 'seq' in frame ? [{ at: entry.at, ...frame }] : [];
  });

type Row = readonly number[];

export const quoteRows = (entries: readonly RecordEntry[]): readonly Row[] =>
  framesOf(entries).flatMap(({ topic, data }) => (topic === 'DAY_MARKET' ? (data as readonly Row[]) : []));

/** The last state of each minute of a code, by its frames. */
export function candlesOf(entries: readonly RecordEntry[], code: string): readonly Row[] {
  const byTime = new Map<number, Row>();
  for (const { topic, data } of framesOf(entries)) {
    const row = data as Row;
    if (topic === `KLINE.${code}`) byTime.set(row[0] ?? 0, row);
  }
  return [...byTime.values()].toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}

/** Whether each topic counts from 1 without a gap, on each connection. */
export function countsWell(entries: readonly RecordEntry[]): boolean {
  let seqs = new Map<string, number>();
  return entries.every((entry) => {
    if (entry.kind === 'open') seqs = new Map();
    return framesOf([entry]).every(({ topic, seq }) => {
      const isNext = seq === (seqs.get(topic) ?? 0) + 1;
      seqs.set(topic, seq);
      return isNext;
    });
  });
}

export interface Line {
  readonly at_us: number;
  readonly dir: string;
  readonly url?: string;
  readonly frame?: string;
  readonly body?: string;
}

export const linesFrom = (lines: readonly (Line | string)[]) =>
  async function* (): AsyncGenerator<string> {
    for (const line of lines) yield typeof line === 'string' ? line : JSON.stringify(line);
  };

const START_US = 1_700_000_000_000_000;
export const START_MS = START_US / 1000;

/** A line of a capture, `ms` after its start. */
export const received = (ms: number, frame: unknown): Line => ({
  at_us: START_US + ms * 1000,
  dir: 'in',
  frame: typeof frame === 'string' ? frame : JSON.stringify(frame),
});

export const opened = (ms: number): Line => ({
  at_us: START_US + ms * 1000,
  dir: 'open',
  url: 'wss://venue.invalid',
});

/** A trade of Binance. @param madeMs time of the trade and its event, ms after the start */
export const trade = (ms: number, price: string, madeMs = ms, s = 'ABCUSDT') =>
  received(ms, {
    stream: `${s.toLowerCase()}@trade`,
    data: { e: 'trade', E: START_MS + madeMs, s, t: 1, p: price, q: '1', T: START_MS + madeMs },
  });
