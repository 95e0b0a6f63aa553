import type { InstrumentId, MarketState } from '../../shared/domain/instrument.ts';
import type { Clock } from '../clock.ts';
import type { Market } from './market.ts';

/** The instrument that has been without a price for longest in its hours. */
interface Oldest {
  readonly code: string;
  readonly ageMs: number;
}

export interface FeedAge {
  /** Undefined while none is in its hours. */
  oldest(): Oldest | undefined;
  stop(): void;
}

/**
 * For how long instruments have had no tick in their hours, in steady time: one that ticks must not hide another one whose
 * prices have ended. An instrument counts from its opening, and at first from now; one that is stale goes on counting, unless
 * it never had a price.
 */
export function watchFeedAge(
  market: Pick<Market, 'instruments' | 'quote' | 'onTick' | 'onMarketState'>,
  clock: Pick<Clock, 'steady'>,
): FeedAge {
  const startedMs = clock.steady();
  const seenMs = new Map<InstrumentId, number>();
  const stops = [
    market.onTick(({ instrumentId }) => seenMs.set(instrumentId, clock.steady())),
    market.onMarketState((id, state) => {
      if (!isStale(state)) seenMs.set(id, clock.steady());
    }),
  ];
  return {
    oldest() {
      const now = clock.steady();
      let found: Oldest | undefined;
      for (const { id, code, market: state } of market.instruments()) {
        const ageMs = now - (seenMs.get(id) ?? startedMs);
        const isExpected = state.status === 'open' || (isStale(state) && market.quote(id) !== undefined);
        if (isExpected && ageMs > (found?.ageMs ?? -1)) found = { code, ageMs };
      }
      return found;
    },
    stop() {
      for (const stop of stops) stop();
    },
  };
}

const isStale = (state: MarketState): boolean => state.status === 'closed' && state.why === 'stale';

const EVERY_MS = 10_000;
/** As long as the alert on it waits. */
const SILENT_MS = 60_000;

/** Says which instrument has had no price for a minute in its hours. @returns stop */
export function sayWhatIsSilent(
  age: Pick<FeedAge, 'oldest'>,
  clock: Pick<Clock, 'every'>,
  warn: (sentence: string) => void,
): () => void {
  let reported = '';
  return clock.every(EVERY_MS, () => {
    const oldest = age.oldest();
    const silent = oldest !== undefined && oldest.ageMs >= SILENT_MS ? oldest : undefined;
    const code = silent?.code ?? '';
    if (code === reported) return;
    reported = code;
    warn(
      silent === undefined
        ? 'All instruments have prices again.'
        : `${silent.code} has had no price for ${Math.round(silent.ageMs / 1_000)} s in its hours; no other instrument has been without one for longer.`,
    );
  });
}
