import { WIRE_PERIODS } from '../../shared/domain/period.ts';
import { ROW_LENGTH } from '../../shared/stream/market-scanner.ts';
import { stateOf } from '../fold/digested-state.ts';
import { createFold, type Fold } from '../fold/fold.ts';
import type { ReadFailure } from '../fold/recording-reader.ts';
import { createSum } from '../fold/trail.ts';
import { type Difference, differences } from './differences.ts';
import { openRecording } from './entries.ts';

/*
 * Compares two recordings that began at different times, as a part and its whole or a phone's and a HAR of one session, at the
 * same moments by the clock on the wall. Their counters are left out: they count records, of which each has its own.
 */

export interface ClockDiff {
  /** What both have, epoch ms; undefined if they have no time in common. */
  readonly common: readonly [fromMs: number, toMs: number] | undefined;
  readonly first: FirstDifference | undefined;
  readonly failures: readonly (ReadFailure | undefined)[];
}

/** The first moment at which one has a state that the other never has. */
interface FirstDifference {
  readonly wallMs: number;
  /** The same since the start of each. */
  readonly atMs: readonly [a: number, b: number];
  readonly all: readonly Difference[];
}

type Files = readonly [a: string, b: string];

export async function diffByClock(a: string, b: string): Promise<ClockDiff> {
  const [spanA, spanB] = [await spanOf(a), await spanOf(b)];
  const failures = [spanA.failure, spanB.failure];
  const fromMs = Math.max(spanA.startMs, spanB.startMs);
  const toMs = Math.min(spanA.endMs, spanB.endMs);
  if (toMs < fromMs) return { common: undefined, first: undefined, failures };
  const common = [fromMs, toMs] as const;
  const { oddMs, equalMs } = await compared([a, b], common);
  // What changes between records, as the candles of an answer, is compared once, where the rest is equal.
  const wallMs = oddMs ?? equalMs;
  const [one, other] = [await stateAt(a, wallMs), await stateAt(b, wallMs)];
  const all = differences(one, other);
  if (oddMs === undefined && all.length === 0) return { common, first: undefined, failures };
  const atMs = [wallMs - spanA.startMs, wallMs - spanB.startMs] as const;
  return { common, first: { wallMs, atMs, all }, failures };
}

async function spanOf(file: string) {
  const { header, entries, failure } = await openRecording(file);
  const startMs = Date.parse(header.started_at);
  let endMs = startMs;
  for await (const { entry } of entries) endMs = startMs + entry.at;
  return { startMs, endMs, failure: failure() };
}

async function stateAt(file: string, wallMs: number) {
  const { header, entries } = await openRecording(file);
  const startMs = Date.parse(header.started_at);
  const fold = createFold();
  for await (const { entry } of entries) {
    if (startMs + entry.at > wallMs) break;
    fold.take(entry);
  }
  const { counters: _, ...state } = stateOf(fold);
  return state;
}

/** The largest difference between two clocks' times of the same frame, or by which frames and answers change their order. */
const SKEW_MS = 250;

const PARTS = ['market', 'account'] as const;

/** A part of the state after a record. */
interface Seen {
  readonly wallMs: number;
  readonly part: (typeof PARTS)[number];
  readonly hash: string;
  isMet: boolean;
}

interface Compared {
  /** The time of the first state of one file that the other does not have within `SKEW_MS`; undefined if it has all. */
  readonly oddMs: number | undefined;
  /** The last moment before the end at which both had the same. */
  readonly equalMs: number;
}

/** Reads both files side by side. */
async function compared(files: Files, [fromMs, toMs]: readonly [number, number]): Promise<Compared> {
  const sides = [statesOf(files[0], fromMs), statesOf(files[1], fromMs)] as const;
  const next = [await sides[0].next(), await sides[1].next()];
  const recent: readonly [Seen[], Seen[]] = [[], []];
  const latest = [new Map<Seen['part'], string>(), new Map<Seen['part'], string>()] as const;
  const isEqual = () => PARTS.every((part) => latest[0].get(part) === latest[1].get(part));
  let [atMs, equalMs] = [fromMs, fromMs];
  try {
    for (;;) {
      const [one, other] = next.map(({ done, value }) => (done ? Number.POSITIVE_INFINITY : value.wallMs));
      const which = (one ?? 0) <= (other ?? 0) ? 0 : 1;
      const seen = next[which]?.value;
      const nowMs = seen?.wallMs ?? Number.POSITIVE_INFINITY;
      if (nowMs > atMs && isEqual()) equalMs = atMs;
      const oddMs = unmet(recent.flat(), Math.min(nowMs, toMs) - SKEW_MS);
      if (oddMs !== undefined || seen === undefined || nowMs > toMs) return { oddMs, equalMs };
      atMs = nowMs;
      latest[which].set(seen.part, seen.hash);
      meet(seen, recent[which], recent[1 - which] ?? []);
      for (const side of recent) while ((side[0]?.wallMs ?? nowMs) < nowMs - 2 * SKEW_MS) side.shift();
      next[which] = await sides[which].next();
    }
  } finally {
    for (const side of sides) await side.return(undefined);
  }
}

/** The first of them before a moment that the other file has not; towards the end it may have no time left for it. */
function unmet(all: readonly Seen[], beforeMs: number): number | undefined {
  const odd = all.filter(({ isMet, wallMs }) => !isMet && wallMs < beforeMs);
  return odd.length === 0 ? undefined : Math.min(...odd.map(({ wallMs }) => wallMs));
}

/** Notes a state beside those of its own file, and finds it among those of the other. */
function meet(seen: Seen, own: Seen[], others: readonly Seen[]): void {
  own.push(seen);
  for (const other of others)
    if (other.part === seen.part && other.hash === seen.hash) [seen.isMet, other.isMet] = [true, true];
}

/** The states of a file from a moment on: that of the moment, and each that is another one than before. */
async function* statesOf(file: string, fromMs: number): AsyncGenerator<Seen, undefined> {
  const { header, entries } = await openRecording(file);
  const startMs = Date.parse(header.started_at);
  const sums = { market: createSum(), account: createSum() } as const;
  const fold: Fold = createFold({
    quotes({ values, count }) {
      for (let row = 0; row < count; row++) setQuote(values[row * ROW_LENGTH] ?? 0);
    },
    minute(code, timeS) {
      if (!hasBegun) return;
      for (const period of WIRE_PERIODS) {
        const candle = fold.candles.liveCandle(code, period, timeS);
        sums.market.set(`candle ${code} ${period} ${candle?.[0]}`, candle);
      }
    },
    account() {
      const { orders } = fold;
      sums.account.set('account', [orders.orders(), orders.balance(), orders.lockBalance()]);
    },
  });
  const setQuote = (id: number) => sums.market.set(`quote ${id}`, fold.quotes.wireRow(id)?.slice(1));
  const last = { market: '', account: '' };
  let hasBegun = false;
  function* changed(wallMs: number): Generator<Seen> {
    for (const part of PARTS) {
      const hash = sums[part].text();
      if (hash !== last[part]) yield { wallMs, part, hash, isMet: false };
      last[part] = hash;
    }
  }
  for await (const { entry } of entries) {
    const wallMs = startMs + entry.at;
    if (!hasBegun && wallMs > fromMs) {
      hasBegun = true;
      yield* changed(fromMs);
    }
    fold.take(entry);
    if (hasBegun) yield* changed(wallMs);
  }
  return undefined;
}
