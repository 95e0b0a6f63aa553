import type { Market, Tick } from '../../server/feed/market.ts';
import type { Instrument, InstrumentId, MarketState } from '../../shared/domain/instrument.ts';
import { priceFromWire } from '../../shared/domain/price.ts';
import type { Quote } from '../../shared/domain/quote.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';

/** A market that a test controls: it sends prices and ends sessions on request. It keeps no candles. */
export interface ScriptedMarket extends Market {
  /** A tick at a decimal price, at the market's current time. */
  tick(code: string, price: number, ask?: number): void;
  /** Opens or closes the market of an instrument. */
  session(code: string, state: MarketState): void;
  /** Advances the time without a tick. */
  pass(ms: number): void;
  /** Removes an instrument from the list, or lists it with other terms. */
  list(instruments: readonly Instrument[]): void;
}

export function createScriptedMarket(listed: readonly Instrument[], start: TimestampMs): ScriptedMarket {
  let now = start;
  let instruments = new Map(listed.map((instrument) => [instrument.id, instrument]));
  const quotes = new Map<InstrumentId, Quote>();
  const tickListeners = new Set<(tick: Tick) => void>();
  const stateListeners = new Set<(id: InstrumentId, state: MarketState) => void>();

  const byCode = (code: string): Instrument => {
    const found = [...instruments.values()].find((instrument) => instrument.code === code);
    if (found === undefined) throw new Error(`${code} is not listed`);
    return found;
  };

  return {
    now: () => now,
    wall: () => now,
    instruments: () => [...instruments.values()],
    instrument: (id) => instruments.get(id),
    unchanged: (id) => instruments.get(id),
    instrumentByCode: (code) => [...instruments.values()].find((instrument) => instrument.code === code),
    sourceOf: () => 'scripted',
    categories: () => [],
    quote: (id) => quotes.get(id),
    lastMinute: () => undefined,
    kline: async () => [],
    sessions: () => undefined,
    sparkline: () => [],
    onTick(listener) {
      tickListeners.add(listener);
      return () => tickListeners.delete(listener);
    },
    onMarketState(listener) {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    start: async () => undefined,
    stop: async () => undefined,
    tick(code, price, askPrice = price) {
      const { id, precision } = byCode(code);
      const [close, ask] = [priceFromWire(price, precision), priceFromWire(askPrice, precision)];
      const before = quotes.get(id);
      const open = before && dayOf(before.time) === dayOf(now) ? before.open : close;
      quotes.set(id, { instrumentId: id, close, ask, open, marketOpen: true, time: now });
      for (const listener of tickListeners) listener({ instrumentId: id, close, ask, time: now });
    },
    session(code, state) {
      const instrument = byCode(code);
      instruments.set(instrument.id, { ...instrument, market: state });
      for (const listener of stateListeners) listener(instrument.id, state);
    },
    pass(ms) {
      now = timestampMs(now + ms);
    },
    list(replaced) {
      instruments = new Map(replaced.map((instrument) => [instrument.id, instrument]));
    },
  };
}

const dayOf = (time: number): number => Math.floor(time / 86_400_000);
