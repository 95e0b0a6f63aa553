import type { MarketState } from '../../shared/domain/instrument.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { utcOf, zoneOffsetMs } from '../catalogue/time-zone.ts';
import type { TradingHours } from '../catalogue/trading-hours.ts';

/** Whether a market is open, and until when (epoch ms; infinite if it never changes). */
export interface Session {
  readonly open: boolean;
  readonly untilMs: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-01 was a Thursday. */
const EPOCH_WEEKDAY = 4;

/** Open or closed at a moment, epoch ms; closed with the next opening. */
export function marketStateAt(hours: TradingHours, ms: number): MarketState {
  const session = sessionAt(hours, ms);
  if (session.open) return { status: 'open' };
  return { status: 'closed', opensAt: timestampMs(session.untilMs) };
}

/** The session, or the pause, that a moment (epoch ms) lies in, by the time of the market's zone. */
export function sessionAt(hours: TradingHours, ms: number): Session {
  switch (hours.status) {
    case 'always':
      return { open: true, untilMs: Number.POSITIVE_INFINITY };
    case 'weekly':
      return weeklySession(hours, ms);
    case 'either':
      return eitherSession(hours.of, ms);
    default:
      return hours satisfies never;
  }
}

function weeklySession(
  { zone, spans }: Extract<TradingHours, { readonly status: 'weekly' }>,
  ms: number,
): Session {
  const local = ms + zoneOffsetMs(zone, ms);
  const week = sundayOf(local);
  for (const [from, to] of spans) {
    const [opens, closes] = [week + from * MINUTE_MS, week + to * MINUTE_MS];
    if (local < opens) return { open: false, untilMs: utcOf(zone, opens) };
    if (local < closes) return { open: true, untilMs: utcOf(zone, closes) };
  }
  const [first = [0, 0] as const] = spans;
  return { open: false, untilMs: utcOf(zone, week + WEEK_MS + first[0] * MINUTE_MS) };
}

/** Sessions that meet or overlap are one. */
function eitherSession(all: readonly TradingHours[], ms: number): Session {
  let open = false;
  let untilMs = ms;
  for (;;) {
    const sessions = all.map((hours) => sessionAt(hours, untilMs));
    const closings = sessions.filter((one) => one.open).map((one) => one.untilMs);
    if (closings.length === 0)
      return open ? { open, untilMs } : { open, untilMs: Math.min(...sessions.map((one) => one.untilMs)) };
    open = true;
    untilMs = Math.max(...closings);
    if (untilMs === Number.POSITIVE_INFINITY) return { open, untilMs };
  }
}

/** A time that an exception takes from a market, epoch ms. */
export interface Cut {
  readonly fromMs: number;
  readonly toMs: number;
}

/** @returns the session of hours that these times are taken from */
export function sessionUnder(sessionOf: (ms: number) => Session, cuts: readonly Cut[], ms: number): Session {
  const cutAt = (moment: number) => cuts.find(({ fromMs, toMs }) => fromMs <= moment && moment < toMs);
  for (let at = ms; at < Number.POSITIVE_INFINITY; ) {
    const cut = cutAt(at);
    const session = sessionOf(at);
    if (cut === undefined && session.open) {
      if (at > ms) return { open: false, untilMs: at };
      const next = cuts.map(({ fromMs }) => fromMs).filter((fromMs) => fromMs > ms);
      return { open: true, untilMs: Math.min(session.untilMs, ...next) };
    }
    at = cut === undefined ? session.untilMs : cut.toMs;
  }
  return { open: false, untilMs: Number.POSITIVE_INFINITY };
}

type Span = readonly [fromMs: number, toMs: number];

/** What is left of sessions. */
export const withoutCuts = (spans: readonly Span[], cuts: readonly Cut[]): readonly Span[] =>
  cuts.reduce<readonly Span[]>(
    (left, { fromMs, toMs }) =>
      left.flatMap(([from, to]): readonly Span[] => {
        if (toMs <= from || to <= fromMs) return [[from, to]];
        const parts: readonly Span[] = [
          [from, fromMs],
          [toMs, to],
        ];
        return parts.filter(([begins, ends]) => begins < ends);
      }),
    spans,
  );

/** The parts of [fromMs, toMs) in which the market is open. */
export function openSpans(
  hours: TradingHours,
  fromMs: number,
  toMs: number,
): readonly (readonly [fromMs: number, toMs: number])[] {
  const spans: [number, number][] = [];
  for (let at = fromMs; at < toMs; ) {
    const { open, untilMs } = sessionAt(hours, at);
    const end = Math.min(untilMs, toMs);
    if (open) spans.push([at, end]);
    at = end;
  }
  return spans;
}

const sundayOf = (local: number): number =>
  Math.floor((local + EPOCH_WEEKDAY * DAY_MS) / WEEK_MS) * WEEK_MS - EPOCH_WEEKDAY * DAY_MS;
