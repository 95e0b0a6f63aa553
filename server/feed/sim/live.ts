import { pointsPerUnit } from '../../../shared/price.ts';
import { type HoursName, TRADING_HOURS } from '../../catalogue/hours.ts';
import type { Board } from '../board.ts';
import { marketStateAt, type Session, sessionAt } from '../sessions.ts';
import { residualLeft } from './backfill.ts';
import { assetValue } from './fill.ts';
import type { Standing } from './prepare.ts';
import { createRandom } from './random.ts';
import { createSchedule } from './schedule.ts';
import { advance, heatOf, rhythmAt } from './value.ts';

/** Every open instrument is quoted at least this often, so that none looks stale. */
const LONGEST_SILENCE_MS = 2_500;
/** Residuals below this are less than any instrument's last decimal. */
const NOTHING = 1e-9;

/** The market that runs: what happens depends on the times it is led to, not on how many steps lead there. */
export interface Live {
  /** Lets everything happen that is due by `nowMs`, in the order of time. */
  runTo(nowMs: number): void;
}

export function createLive(board: Board, standing: Standing, seed: string, nowMs: number): Live {
  const { values, residuals, liveFromMs } = standing;
  const run = `${seed}/${nowMs}`;
  const startMs = liveFromMs.reduce((first, ms) => Math.min(first, ms), nowMs);
  const parts = board.entries.map((entry, at) => ({
    entry,
    base: assetValue(values, entry.base, run, startMs),
    quote: entry.quote && assetValue(values, entry.quote, run, startMs),
    random: createRandom(`${run}/${entry.code}`),
    unit: pointsPerUnit(entry.precision),
    residual: residuals[at] ?? 0,
  }));
  const sessions = new Map<HoursName, Session>();
  const enter = (hours: HoursName, ms: number): void => {
    sessions.set(hours, sessionAt(TRADING_HOURS[hours], ms));
    const state = marketStateAt(TRADING_HOURS[hours], ms);
    board.entries.forEach((entry, at) => {
      if (entry.hours === hours) board.setState(at, state);
    });
  };
  for (const hours of new Set(board.entries.map((entry) => entry.hours))) enter(hours, startMs);
  let change = firstChange(sessions);

  const nextAfter = (at: number, ms: number): number => {
    const part = parts[at];
    if (!part) return Number.POSITIVE_INFINITY;
    const rate = part.entry.ticksPerSecond * rhythmAt(part.entry.base, ms) * Math.min(heatOf(part.base), 4);
    const gap = Math.ceil((-Math.log(1 - part.random.next()) / rate) * 1000);
    const due = ms + Math.min(Math.max(gap, 1), LONGEST_SILENCE_MS);
    const session = sessions.get(part.entry.hours) ?? sessionAt(TRADING_HOURS[part.entry.hours], ms);
    if (session.open && due < session.untilMs) return due;
    const opensMs = session.open
      ? sessionAt(TRADING_HOURS[part.entry.hours], session.untilMs).untilMs
      : session.untilMs;
    return opensMs + (due - ms);
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
    board.take(at, ms, Math.max(1, Math.round(Math.exp(log) * part.unit)));
  };
  const schedule = createSchedule(
    Float64Array.from(parts, (_, at) => nextAfter(at, liveFromMs[at] ?? startMs)),
  );
  return {
    runTo(toMs) {
      for (;;) {
        const at = schedule.first();
        const due = schedule.firstMs();
        if (change && change.ms <= Math.min(due, toMs)) {
          enter(change.hours, change.ms);
          change = firstChange(sessions);
        } else if (at !== undefined && due <= toMs) {
          tick(at, due);
          schedule.postpone(nextAfter(at, due));
        } else return;
      }
    },
  };
}

function firstChange(
  sessions: ReadonlyMap<HoursName, Session>,
): { hours: HoursName; ms: number } | undefined {
  let first: { hours: HoursName; ms: number } | undefined;
  for (const [hours, { untilMs }] of sessions) {
    if (untilMs < (first?.ms ?? Number.POSITIVE_INFINITY)) first = { hours, ms: untilMs };
  }
  return first;
}
