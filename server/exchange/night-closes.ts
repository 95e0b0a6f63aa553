import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Price } from '../../shared/domain/price.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import type { Market, Tick } from '../feed/market.ts';
import { closeBefore } from '../feed/past-close.ts';
import type { NightCalendar } from './night-calendar.ts';

/** The last prices at or before a night's moment, however late they are asked for. */
export interface NightCloses {
  /** Undefined while no price is known. Call it only when all ticks from before the night have arrived. @param night epoch ms */
  at(id: InstrumentId, night: number): Promise<Price | undefined>;
  /** Call it for every tick, also of closed hours: the price at the moment itself is known when the next has come. */
  onTick(tick: Tick): void;
}

/** An instrument that has no price yet is looked up again after this, unless a tick of it has come. */
const AGAIN_MS = 60_000;

export function createNightCloses(
  market: Pick<Market, 'now' | 'quote' | 'kline'>,
  calendar: Pick<NightCalendar, 'next'>,
): NightCloses {
  /** The newest prices. */
  const latest = new Map<InstrumentId, Price>();
  /** The first night after the newest tick. */
  let next = Number.NEGATIVE_INFINITY;
  /** The prices of the night before that one. */
  let passed: { readonly at: number; readonly closes: Map<InstrumentId, Price> } | undefined;
  /** What has been asked for, by night: those of an outage are kept until one more has passed. */
  const found = new Map<number, Map<InstrumentId, Price>>();
  const missedAt = new Map<InstrumentId, number>();

  const look = async (id: InstrumentId, night: number): Promise<Price | undefined> => {
    const quote = market.quote(id);
    if (quote && quote.time <= night) return quote.close;
    const seen = passed?.at === night ? passed.closes.get(id) : undefined;
    if (seen !== undefined) return seen;
    const missed = missedAt.get(id);
    if (quote === undefined && missed !== undefined && market.now() < missed + AGAIN_MS) return undefined;
    // A night that has passed unseen: by the candles. Without one from before it, by the first price that is known.
    const close = (await closeBefore(market, { id }, night)) ?? quote?.close;
    if (close === undefined) missedAt.set(id, market.now());
    else missedAt.delete(id);
    return close;
  };

  return {
    async at(id, night) {
      const known = getOrCreate(found, night, () => new Map<InstrumentId, Price>());
      const close = known.get(id) ?? (await look(id, night));
      if (close !== undefined) known.set(id, close);
      return close;
    },
    onTick({ instrumentId, close, time: at }) {
      if (at > next) {
        if (latest.size > 0) passed = { at: next, closes: new Map(latest) };
        for (const night of found.keys()) if (night < next) found.delete(night);
        next = calendar.next({}, at - 1).at;
      }
      // Ticks of different instruments are not in the order of their times.
      if (passed && at <= passed.at) passed.closes.set(instrumentId, close);
      latest.set(instrumentId, close);
    },
  };
}
