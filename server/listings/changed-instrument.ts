import type { Instrument, MarketState } from '../../shared/domain/instrument.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { type Cut, type Session, sessionAt, sessionUnder } from '../feed/trading-sessions.ts';
import { type HoursChoice, type ListingChange, tradingHoursOf } from './listing-change.ts';

/** A market state, and until when it holds unless the feed's own state changes (epoch ms). */
export interface Held {
  readonly state: MarketState;
  readonly untilMs: number;
}

/**
 * The state of a market at `now` under the operator's hours and calendar: open when those say so and the feed has prices,
 * since nobody should deal at a stale price.
 * @param hours undefined: those of the feed
 * @param cuts what the calendar takes from them
 * @param ownSession the feed's session at a moment
 */
export function stateUnder(
  hours: HoursChoice | undefined,
  feed: MarketState,
  now: TimestampMs,
  cuts: readonly Cut[] = [],
  ownSession: (ms: number) => Session = alwaysOpen,
): Held {
  if (hours === undefined && cuts.length === 0) return { state: feed, untilMs: Number.POSITIVE_INFINITY };
  const plan = hours === undefined ? undefined : tradingHoursOf(hours);
  if (hours !== undefined && plan === undefined)
    return { state: { status: 'closed' }, untilMs: Number.POSITIVE_INFINITY };
  const sessionOf = plan === undefined ? ownSession : (ms: number) => sessionAt(plan, ms);
  if (feed.status === 'open') {
    // The feed knows best whether its own hours have begun.
    const session = sessionUnder(plan === undefined ? alwaysOpen : sessionOf, cuts, now);
    if (session.open) return { state: feed, untilMs: session.untilMs };
    return { state: closedUntil(sessionUnder(sessionOf, cuts, now)), untilMs: session.untilMs };
  }
  if (feed.opensAt === undefined) return { state: feed, untilMs: Number.POSITIVE_INFINITY };
  const opening = sessionUnder(sessionOf, cuts, feed.opensAt);
  const state = opening.open ? feed : closedUntil(opening);
  return { state, untilMs: Number.POSITIVE_INFINITY };
}

const alwaysOpen = (): Session => ({ open: true, untilMs: Number.POSITIVE_INFINITY });

const closedUntil = ({ untilMs }: Session): MarketState =>
  Number.isFinite(untilMs) ? { status: 'closed', opensAt: timestampMs(untilMs) } : { status: 'closed' };

/** The catalogue's instrument on the operator's terms. */
export function changedInstrument(
  instrument: Instrument,
  change: ListingChange,
  market: MarketState,
  feeType: FeeType,
): Instrument {
  return {
    ...instrument,
    market: change.mode === 'halted' ? { status: 'closed' } : market,
    mode: change.mode,
    multiples: change.multiples ?? instrument.multiples,
    feeRateMillionths: change.feeRates[feeType] ?? instrument.feeRateMillionths,
    minVolume: change.minVolume ?? instrument.minVolume,
  };
}
