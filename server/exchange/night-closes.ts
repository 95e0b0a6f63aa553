import { type NightTime, nextNight } from '../../shared/domain/financing.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Price } from '../../shared/domain/price.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import type { Market, Tick } from '../feed/market.ts';
import { closeBefore } from '../feed/past-close.ts';

/** The last prices at or before a night's moment, however late they are asked for. */
export interface NightCloses {
  /** Undefined while no price is known. */
  at(id: InstrumentId, night: number): Promise<Price | undefined>;
  /** To be called for each tick, so that the price at the moment itself is known when the next has come. */
  onTick(tick: Tick): void;
}

/** Prices of so many nights are kept: more pass only while the exchange is off. */
const KEPT_NIGHTS = 16;

export function createNightCloses(market: Pick<Market, 'quote' | 'kline'>, time: NightTime): NightCloses {
  /** The newest prices, until the night to come. */
  const latest = new Map<InstrumentId, Price>();
  let next = Number.NEGATIVE_INFINITY;
  /** The prices of the night before that one. */
  let passed: { readonly at: number; readonly closes: Map<InstrumentId, Price> } | undefined;
  const found = new Map<number, Map<InstrumentId, Price>>();

  const look = async (id: InstrumentId, night: number): Promise<Price | undefined> => {
    const quote = market.quote(id);
    if (quote && quote.time <= night) return quote.close;
    const seen = passed?.at === night ? passed.closes.get(id) : undefined;
    // A night that has passed unseen: by the candles. Without one from before it, by the first price that is known.
    return seen ?? (await closeBefore(market, { id }, night)) ?? quote?.close;
  };

  return {
    async at(id, night) {
      const known = getOrCreate(found, night, () => new Map<InstrumentId, Price>());
      if (found.size > KEPT_NIGHTS) for (const old of [...found.keys()].slice(0, 1)) found.delete(old);
      const close = known.get(id) ?? (await look(id, night));
      if (close !== undefined) known.set(id, close);
      return close;
    },
    onTick({ instrumentId, close, time: at }) {
      if (at > next) {
        if (latest.size > 0) passed = { at: next, closes: new Map(latest) };
        next = nextNight({}, at - 1, time).at;
      }
      // Ticks of different instruments are not in the order of their times.
      if (passed && at <= passed.at) passed.closes.set(instrumentId, close);
      latest.set(instrumentId, close);
    },
  };
}
