import type { Instrument, InstrumentId, MarketState } from '../../shared/domain/instrument.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import type { Clock } from '../clock.ts';
import type { Feed, Market, Tick } from '../feed/market.ts';
import { type ListingChange, tradingHoursOf } from './change.ts';
import { changedInstrument, type Held, stateUnder } from './overlay.ts';

/** The market as people see it: the feed's, with an operator's changes over it. */
export interface ListedMarket extends Market {
  /** Lets a change hold from now on, in place of one before. A code that the feed does not have is passed over. */
  apply(change: ListingChange): void;
}

/** How soon clients hear that a session began or ended. Orders are held to it at once. */
const WATCH_MS = 1_000;

interface Changed {
  readonly change: ListingChange;
  /** What was told last. */
  readonly told: MarketState['status'];
  readonly made: Made;
}

/** An instrument on changed terms, and what it was made from. */
interface Made {
  readonly from: Instrument;
  readonly sinceMs: number;
  readonly held: Held;
  readonly instrument: Instrument;
}

export function createListedMarket(feed: Feed, feeType: FeeType, clock: Clock): ListedMarket {
  const changed = new Map<InstrumentId, Changed>();
  const listeners = new Set<(id: InstrumentId, state: MarketState) => void>();
  let stopTimer = () => {};

  const make = (change: ListingChange, from: Instrument): Made => {
    const now = feed.now();
    const held = stateUnder(change.hours, from.market, now);
    return { from, sinceMs: now, held, instrument: changedInstrument(from, change, held.state, feeType) };
  };

  /** What it was made from seldom changes, and it is asked for at every tick. */
  const upToDate = (id: InstrumentId, own: Changed, from: Instrument): Instrument => {
    const { made } = own;
    const now = feed.now();
    if (made.from === from && now >= made.sinceMs && now < made.held.untilMs) return made.instrument;
    const again = make(own.change, from);
    changed.set(id, { ...own, made: again });
    return again.instrument;
  };

  const shown = (from: Instrument | undefined): Instrument | undefined => {
    const own = from && changed.get(from.id);
    if (from === undefined || own === undefined) return from;
    return own.change.isListed ? upToDate(from.id, own, from) : undefined;
  };

  const tell = (id: InstrumentId, state: MarketState) => {
    for (const listener of listeners) listener(id, state);
  };

  const tellIfTurned = (id: InstrumentId) => {
    const state = shown(feed.instrument(id))?.market ?? { status: 'closed' };
    const own = changed.get(id);
    if (own === undefined || own.told === state.status) return;
    changed.set(id, { ...own, told: state.status });
    tell(id, state);
  };

  feed.onMarketState((id, state) => {
    if (changed.has(id)) tellIfTurned(id);
    else tell(id, state);
  });

  const instruments = () =>
    changed.size === 0
      ? feed.instruments()
      : feed.instruments().flatMap((instrument) => shown(instrument) ?? []);

  return {
    ...feed,
    instruments,
    instrument: (id) => shown(feed.instrument(id)),
    instrumentByCode: (code) => shown(feed.instrumentByCode(code)),
    categories() {
      const used = new Set(instruments().map(({ categoryId }) => Number(categoryId)));
      return feed.categories().filter(({ id }) => used.has(id));
    },
    quote(id) {
      const quote = feed.quote(id);
      if (quote === undefined || !changed.has(id)) return quote;
      const instrument = shown(feed.instrument(id));
      return instrument && { ...quote, marketOpen: instrument.market.status === 'open' };
    },
    onMarketState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      await feed.start();
      stopTimer = clock.every(WATCH_MS, () => {
        for (const id of changed.keys()) tellIfTurned(id);
      });
    },
    async stop() {
      stopTimer();
      await feed.stop();
    },
    apply(change) {
      const from = feed.instrumentByCode(change.code);
      if (from === undefined) return;
      const told = changed.get(from.id)?.told ?? from.market.status;
      changed.set(from.id, { change, told, made: make(change, from) });
      feed.quoteAlso?.(from.id, change.hours && tradingHoursOf(change.hours));
      tellIfTurned(from.id);
    },
  };
}

/**
 * The market as dealing follows it: the prices of an instrument that can't be traded go on, but set off no order and no
 * stop.
 */
export const whileOpen = (market: Market): Market => ({
  ...market,
  onTick: (listener: (tick: Tick) => void) =>
    market.onTick((tick) => {
      if (market.instrument(tick.instrumentId)?.market.status === 'open') listener(tick);
    }),
});
