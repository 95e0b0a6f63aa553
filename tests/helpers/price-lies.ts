import { createBounds } from '../../server/feed/push/bounds.ts';
import { createJudge, type Verdict } from '../../server/feed/push/tick-judge.ts';
import { createWidths } from '../../server/feed/push/widths.ts';
import { emptySeries } from '../../server/feed/series.ts';
import { type SeededRandom, seededRandom } from '../../server/seeded-random.ts';
import { addTick } from '../../shared/domain/minute-builder.ts';
import { timestampMs } from '../../shared/domain/time.ts';

/** A quote of a recording, prices in points. */
export interface TrueTick {
  readonly ms: number;
  readonly bid: number;
  readonly ask: number;
}

interface Judged {
  readonly source: number;
  readonly ms: number;
  readonly bid: number;
  readonly ask: number;
  /** When it was acted on. */
  readonly atMs: number;
}

const STALE_MS = 10_000;

/** The judge, the bounds and the widths of the product, of one instrument, on the recording's clock. */
export function judgedFeed(sources: number, maxSpread?: number) {
  let nowMs = 0;
  const series = emptySeries('EURUSD');
  const accepted: Judged[] = [];
  const clock = { wall: () => timestampMs(nowMs), steady: () => timestampMs(nowMs) };
  const bound = createBounds([series], clock);
  const judge = createJudge({
    instruments: 1,
    sources,
    staleMs: () => STALE_MS,
    bound,
    widths: createWidths(clock, () => maxSpread, bound),
    accept(_, source, ms, bid, ask) {
      addTick(series.minutes, ms, bid);
      accepted.push({ source, ms, bid, ask, atMs: nowMs });
    },
    drop() {},
  });
  for (let source = 0; source < sources; source++) judge.connect(source, 0);
  return {
    accepted,
    judge,
    bound: (bid: number) => bound(0, bid),
    /** A tick that arrives at `atMs`; all sources are alive unless `heard` says otherwise. */
    tick(source: number, { ms, bid, ask }: TrueTick, atMs: number = ms, heard?: readonly number[]): Verdict {
      nowMs = atMs;
      const alive = heard ?? Array.from({ length: sources }, (_, one) => one);
      for (const one of alive) judge.heard(one, nowMs);
      return judge.tick(source, 0, bid, ask, ms, nowMs, nowMs);
    },
    sweep(atMs: number, heard: readonly number[]) {
      nowMs = atMs;
      for (const one of heard) judge.heard(one, nowMs);
      judge.sweep(nowMs);
    },
  };
}

/** The kinds of lies, each made of a true tick. All but the last two are beyond any bound. */
export const LIES = {
  'decimal slip': (tick, random) => {
    const factor = random.next() < 0.5 ? 10 : 0.1;
    return { ...tick, bid: Math.round(tick.bid * factor), ask: Math.round(tick.ask * factor) };
  },
  'fat finger': (tick, random) => {
    const part = 0.01 + 0.2 * random.next();
    const bid = Math.round(tick.bid * (1 + (random.next() < 0.5 ? part : -part)));
    return { ...tick, bid, ask: bid + tick.ask - tick.bid };
  },
  'swapped symbols': (tick) => ({ ...tick, bid: tick.bid * 1_150, ask: tick.ask * 1_150 }),
  'crossed quote': (tick) => ({ ...tick, bid: Math.round(tick.bid * 1.02) }),
  'time reversed': (tick, random) => ({
    ...tick,
    ms: tick.ms - 1_000 - Math.floor(60_000 * random.next()),
    bid: Math.round(tick.bid * 1.05),
  }),
  'stale repeat': (tick, random, before) => {
    const old = before[Math.floor(random.next() * before.length)] ?? tick;
    return { ...old, ms: tick.ms };
  },
  'within the bound': (tick, random) => {
    const part = 0.001 * random.next();
    const bid = Math.round(tick.bid * (1 + (random.next() < 0.5 ? part : -part)));
    return { ...tick, bid, ask: bid + tick.ask - tick.bid };
  },
} as const satisfies Record<
  string,
  (tick: TrueTick, random: SeededRandom, before: readonly TrueTick[]) => TrueTick
>;
export type Lie = keyof typeof LIES;

/** A second source that tells the truth a little later, and a point beside the first. */
const LATER_MS = 120;

/**
 * Plays the recording with `trials` runs of `length` lies of the first source in it.
 * @returns how many runs became a price
 */
export function countTouches(
  tape: readonly TrueTick[],
  kind: Lie,
  { trials, length, sources, seed }: { trials: number; length: number; sources: number; seed: number },
): number {
  const random = seededRandom(`${kind} ${length} ${sources} ${seed}`);
  const every = Math.floor(tape.length / (trials + 1));
  const feed = judgedFeed(sources);
  const make = LIES[kind];
  const later: TrueTick[] = [];
  /** Lies by their time and price, with the run that each belongs to. */
  const lies = new Map<string, number>();
  const truths = new Set<string>();
  const key = (ms: number, bid: number) => `${ms} ${bid}`;
  let run = -1;
  let left = 0;
  const tellLater = (untilMs: number) => {
    while (later[0] && later[0].ms + LATER_MS <= untilMs) {
      const tick = later.shift() as TrueTick;
      feed.tick(1, { ...tick, bid: tick.bid + 1, ask: tick.ask + 1 }, tick.ms + LATER_MS);
      truths.add(key(tick.ms, tick.bid + 1));
    }
  };
  for (const [i, tick] of tape.entries()) {
    if (i > 200 && i % every === 0 && run + 1 < trials) {
      run++;
      left = length;
    }
    if (sources > 1) tellLater(tick.ms);
    if (left > 0) {
      left--;
      const lie = make(tick, random, tape.slice(Math.max(0, i - 2_000), Math.max(1, i - 200)));
      lies.set(key(lie.ms, lie.bid), run);
      feed.tick(0, lie, tick.ms);
    } else {
      feed.tick(0, tick);
      truths.add(key(tick.ms, tick.bid));
    }
    if (sources > 1) later.push(tick);
  }
  const touched = new Set<number>();
  for (const { ms, bid } of feed.accepted) {
    const of = lies.get(key(ms, bid));
    if (of !== undefined && !truths.has(key(ms, bid))) touched.add(of);
  }
  return touched.size;
}

interface GapFigures {
  readonly gaps: number;
  /** Gaps that were acted on later than 500 ms and three ticks after their first tick. */
  readonly late: number;
  /** The longest wait, as a share of 500 ms or three ticks, whichever it used less. */
  readonly worst: number;
}

/**
 * Cuts a part out of the recording, so that the price jumps beyond the bound, and counts until the new price is acted on.
 */
export function playGaps(
  tape: readonly TrueTick[],
  { trials, sources, seed }: { trials: number; sources: number; seed: number },
): GapFigures {
  const random = seededRandom(`gaps ${sources} ${seed}`);
  const [before, after] = [400, 40];
  let [gaps, late, worst] = [0, 0, 0];
  for (let tries = 0; gaps < trials && tries < trials * 50; tries++) {
    const from = Math.floor(random.next() * (tape.length - before - after));
    const to = Math.floor(random.next() * (tape.length - after));
    const [last, first] = [tape[from + before - 1], tape[to]];
    if (!last || !first) continue;
    const feed = judgedFeed(sources);
    const jumpMs = last.ms + 1_000 - first.ms;
    const all = [
      ...tape.slice(from, from + before),
      ...tape.slice(to, to + after).map((tick) => ({ ...tick, ms: tick.ms + jumpMs })),
    ];
    const later: TrueTick[] = [];
    const beganMs = all[before]?.ms ?? 0;
    let isGap = true;
    for (const [i, tick] of all.entries()) {
      while (later[0] && sources > 1 && later[0].ms + LATER_MS <= tick.ms) {
        const one = later.shift() as TrueTick;
        feed.tick(1, { ...one, bid: one.bid + 1, ask: one.ask + 1 }, one.ms + LATER_MS);
      }
      if (i === before) isGap = Math.abs(tick.bid - last.bid) > feed.bound(last.bid);
      if (!isGap) break;
      feed.tick(0, tick);
      later.push(tick);
    }
    if (!isGap) continue;
    const acted = feed.accepted.find(({ ms }) => ms >= beganMs)?.atMs ?? Number.POSITIVE_INFINITY;
    const waitedMs = acted - beganMs;
    const waitedTicks = all.slice(before + 1).filter(({ ms }) => ms <= acted).length;
    gaps++;
    if (waitedTicks > 3 && waitedMs > 500) late++;
    worst = Math.max(worst, Math.min(waitedMs / 500, waitedTicks / 3));
  }
  return { gaps, late, worst };
}

/** Reads a recording, `ts_ms,bid,ask`, as points. */
export function readTape(text: string, precision: number): TrueTick[] {
  const unit = 10 ** precision;
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [ms, bid, ask] = line.split(',').map(Number);
      return {
        ms: Math.floor(ms ?? 0),
        bid: Math.round((bid ?? 0) * unit),
        ask: Math.round((ask ?? 0) * unit),
      };
    });
}
