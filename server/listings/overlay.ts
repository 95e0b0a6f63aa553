import type { Instrument, MarketState } from '../../shared/domain/instrument.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { sessionAt } from '../feed/trading-sessions.ts';
import { type HoursChoice, type ListingChange, tradingHoursOf } from './listing-change.ts';

/** A market state, and until when it holds unless the feed's own state changes (epoch ms). */
export interface Held {
  readonly state: MarketState;
  readonly untilMs: number;
}

/**
 * The state of a market at `now` under the operator's hours: open when the hours say so and the feed has prices, since
 * nobody should deal at a stale price.
 */
export function stateUnder(hours: HoursChoice | undefined, feed: MarketState, now: TimestampMs): Held {
  if (hours === undefined) return { state: feed, untilMs: Number.POSITIVE_INFINITY };
  const plan = tradingHoursOf(hours);
  if (plan === undefined) return { state: { status: 'closed' }, untilMs: Number.POSITIVE_INFINITY };
  if (feed.status === 'open') {
    const session = sessionAt(plan, now);
    const state: MarketState = session.open
      ? feed
      : { status: 'closed', opensAt: timestampMs(session.untilMs) };
    return { state, untilMs: session.untilMs };
  }
  if (feed.opensAt === undefined) return { state: feed, untilMs: Number.POSITIVE_INFINITY };
  const opening = sessionAt(plan, feed.opensAt);
  const opensAt = opening.open ? feed.opensAt : timestampMs(opening.untilMs);
  return { state: { status: 'closed', opensAt }, untilMs: Number.POSITIVE_INFINITY };
}

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
