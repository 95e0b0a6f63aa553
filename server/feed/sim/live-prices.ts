import { instrumentId } from '../../../shared/domain/instrument.ts';
import { pointsPerUnit } from '../../../shared/domain/price.ts';
import { TRADING_HOURS, type TradingHours } from '../../catalogue/trading-hours.ts';
import { seededRandom } from '../../seeded-random.ts';
import type { Board } from '../board.ts';
import type { Pace } from '../feed-pace.ts';
import { marketStateAt, type Session, sessionAt } from '../trading-sessions.ts';
import { residualLeft } from './backfill.ts';
import { askOf, EDGE_MS } from './breathing-ask.ts';
import { assetValue } from './fill.ts';
import type { Standing } from './prepare.ts';
import { createSchedule } from './schedule.ts';
import { advance, heatOf, rhythmAt } from './value.ts';

/** Longest time between two ticks of an open instrument, so that none looks stale. */
const LONGEST_SILENCE_MS = 2_500;
/** Residuals below this are smaller than the last decimal of any instrument. */
const NOTHING = 1e-9;

/** The running market. Its prices depend on the time of its pace only, not on the number of steps. */
export interface Live {
  /** Runs all ticks and session changes due by `nowMs`, in order of time. */
  runTo(nowMs: number): void;
  /** Changes the quoting hours of the instrument at index `at`. */
  setHours(at: number, hours: TradingHours, nowMs: number): void;
}

interface LiveOptions {
  readonly seed: string;
  readonly nowMs: number;
  /** The hours in which each instrument is quoted. */
  readonly plan: readonly TradingHours[];
  /** Trading hours and the stamps of ticks follow the machine's clock, everything else the time of the pace. */
  readonly pace: Pick<Pace, 'leadMs' | 'stamp'>;
  readonly hasAsk: boolean;
}

/** Sessions with their opening, if that is not long ago. */
interface OpenedSession extends Session {
  readonly openedMs: number;
}

export function createLive(
  board: Board,
  standing: Standing,
  { seed, nowMs, plan, pace, hasAsk }: LiveOptions,
): Live {
  let lead = pace.leadMs();
  let reachedMs = nowMs;
  /** In the time of the pace. */
  const sessionOf = (hours: TradingHours, ms: number): Session => {
    const { open, untilMs } = sessionAt(hours, ms - lead);
    return { open, untilMs: untilMs + lead };
  };
  const { values, residuals, liveFromMs } = standing;
  const run = `${seed}/${nowMs}`;
  const startMs = liveFromMs.reduce((first, ms) => Math.min(first, ms), nowMs);
  const parts = board.entries.map((entry, at) => ({
    entry,
    base: assetValue(values, entry.base, run, startMs),
    quote: entry.quote && assetValue(values, entry.quote, run, startMs),
    random: seededRandom(`${run}/${entry.code}`),
    spreads: seededRandom(`${run}/${entry.code}/spread`),
    unit: pointsPerUnit(entry.precision),
    residual: residuals[at] ?? 0,
    hours: plan[at] ?? TRADING_HOURS[entry.hours],
    isOpen: false,
  }));
  const sessions = new Map<TradingHours, OpenedSession>();
  /** @param onOpen called for each market that opens, right after it is open */
  const enter = (hours: TradingHours, ms: number, onOpen?: (at: number, ms: number) => void): void => {
    const before = sessionOf(hours, ms - EDGE_MS);
    const openedMs = before.open ? Number.NEGATIVE_INFINITY : before.untilMs;
    sessions.set(hours, { ...sessionOf(hours, ms), openedMs });
    const state = marketStateAt(hours, ms - lead);
    parts.forEach((part, at) => {
      if (part.hours !== hours) return;
      const opens = state.status === 'open' && !part.isOpen;
      part.isOpen = state.status === 'open';
      board.setState(at, state);
      if (opens) onOpen?.(at, ms);
    });
  };
  for (const hours of new Set(parts.map((part) => part.hours))) enter(hours, startMs);
  let change = firstChange(sessions);

  const nextAfter = (at: number, ms: number): number => {
    const part = parts[at];
    if (!part) return Number.POSITIVE_INFINITY;
    const rate = part.entry.ticksPerSecond * rhythmAt(part.entry.base, ms) * Math.min(heatOf(part.base), 4);
    const gap = Math.ceil((-Math.log(1 - part.random.next()) / rate) * 1000);
    const due = ms + Math.min(Math.max(gap, 1), LONGEST_SILENCE_MS);
    const session = sessions.get(part.hours) ?? sessionOf(part.hours, ms);
    if (session.open && due < session.untilMs) return due;
    const opensMs = session.open ? sessionOf(part.hours, session.untilMs).untilMs : session.untilMs;
    return opensMs + (due - ms);
  };
  const ask = (part: (typeof parts)[number], points: number, ms: number): number => {
    const { entry, base, quote, spreads } = part;
    const session = sessions.get(part.hours);
    // The next opening of a closed market is no edge yet.
    const edges = session?.open ? session : undefined;
    return askOf(entry, points, {
      value: quote && quote.asset.volatility > base.asset.volatility ? quote : base,
      nowMs: ms,
      sinceOpeningMs: ms - (edges?.openedMs ?? Number.NEGATIVE_INFINITY),
      untilClosingMs: (edges?.untilMs ?? Number.POSITIVE_INFINITY) - ms,
      random: spreads,
    });
  };
  const tick = (at: number, ms: number): void => {
    const part = parts[at];
    if (!part) return;
    advance(part.base, ms);
    if (part.quote) advance(part.quote, ms);
    let log = part.base.log - (part.quote?.log ?? 0);
    if (part.residual !== 0) {
      const rest = part.residual * residualLeft((ms - startMs) / 1000);
      if (Math.abs(rest) < NOTHING) part.residual = 0;
      log += rest;
    }
    const points = Math.max(1, Math.round(Math.exp(log) * part.unit));
    board.take(at, pace.stamp(ms), points, hasAsk ? ask(part, points, ms) : points);
  };
  if (hasAsk)
    parts.forEach((part, at) => {
      const quote = board.view.quote(instrumentId(part.entry.id));
      // Nobody should deal at a recalled price without a spread until the first tick.
      if (quote) board.recall(at, quote.time, quote.close, quote.open, ask(part, quote.close, startMs));
    });
  const schedule = createSchedule(
    Float64Array.from(parts, (_, at) => nextAfter(at, liveFromMs[at] ?? startMs)),
  );
  /** The machine's clock was set back, or forward again. */
  const follow = (leadMs: number, ms: number): void => {
    lead = leadMs;
    for (const hours of [...sessions.keys()]) enter(hours, ms, tick);
    change = firstChange(sessions);
    for (const at of parts.keys()) schedule.move(at, nextAfter(at, ms));
  };
  return {
    runTo(toMs) {
      if (pace.leadMs() !== lead) follow(pace.leadMs(), reachedMs);
      reachedMs = Math.max(reachedMs, toMs);
      for (;;) {
        const at = schedule.first();
        const due = schedule.firstMs();
        if (change && change.ms <= Math.min(due, toMs)) {
          // Nobody should deal at a price from before the closing.
          enter(change.hours, change.ms, tick);
          change = firstChange(sessions);
        } else if (at !== undefined && due <= toMs) {
          tick(at, due);
          schedule.postpone(nextAfter(at, due));
        } else return;
      }
    },
    setHours(at, hours, ms) {
      const part = parts[at];
      if (!part || part.hours === hours) return;
      part.hours = hours;
      enter(hours, ms, tick);
      change = firstChange(sessions);
      schedule.move(at, nextAfter(at, ms));
    },
  };
}

function firstChange(
  sessions: ReadonlyMap<TradingHours, Session>,
): { hours: TradingHours; ms: number } | undefined {
  let first: { hours: TradingHours; ms: number } | undefined;
  for (const [hours, { untilMs }] of sessions) {
    if (untilMs < (first?.ms ?? Number.POSITIVE_INFINITY)) first = { hours, ms: untilMs };
  }
  return first;
}
