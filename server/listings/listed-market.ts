import type { Rates } from '../../shared/domain/financing.ts';
import type { Instrument, InstrumentId, MarketState } from '../../shared/domain/instrument.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { instrumentOf, marketNameOf } from '../catalogue/catalogue.ts';
import { type CatalogueEntry, categoriesOf } from '../catalogue/catalogue-entry.ts';
import type { HoursName } from '../catalogue/trading-hours.ts';
import type { Clock } from '../clock.ts';
import type { Feed, Market, Tick } from '../feed/market.ts';
import { type Cut, openSpans, type Session, withoutCuts } from '../feed/trading-sessions.ts';
import { createListeners } from '../listeners.ts';
import { AHEAD_MS } from './calendar.ts';
import { changedInstrument, type Held, stateUnder } from './changed-instrument.ts';
import { type ListingChange, tradingHoursOf, unchanged } from './listing-change.ts';
import { withSpread } from './spread.ts';

/** The feed's market with the operator's changes. */
export interface ListedMarket extends Market {
  /** Applies a change in place of an earlier one. Ignores a code that the feed does not have. */
  apply(change: ListingChange): void;
  /** Follows the calendar of its market. With `isChanged` its terms count in place of the feed's, all but its precision. */
  applyEntry(entry: CatalogueEntry, isChanged: boolean): void;
  /** What each side pays for a night. */
  applyRates(code: string, rates: Rates): void;
  /** An instrument of the feed on these terms, without a change. */
  onTerms(from: Instrument): Instrument;
  /** What the calendar takes from each market, in place of earlier ones. */
  applyCalendar(cuts: ReadonlyMap<HoursName, readonly Cut[]>): void;
  /** The state of an instrument's market under a change, listed or not. */
  stateOf(change: ListingChange, from: Instrument): MarketState;
  /** A tick of the feed as this market has it. */
  priced(tick: Tick): Tick;
  /** When its mode was last changed; undefined: never. */
  modeSince(id: InstrumentId): TimestampMs | undefined;
}

/** Interval for notifying clients of session changes. Orders are checked against them at once. */
const WATCH_MS = 1_000;

interface Changed {
  readonly change: ListingChange;
  /** The state that listeners were given last. */
  readonly notified: MarketState['status'];
  readonly made: Made;
}

/** An instrument on changed terms, and its source. */
interface Made {
  readonly from: Instrument;
  readonly sinceMs: number;
  readonly held: Held;
  readonly instrument: Instrument;
}

/** @param watch called every second while prices run */
export function createListedMarket(
  feed: Feed,
  feeType: FeeType,
  clock: Clock,
  watch: () => void = () => undefined,
): ListedMarket {
  const changed = new Map<InstrumentId, Changed>();
  const listeners = createListeners<[InstrumentId, MarketState]>();
  const ticks = createListeners<[Tick]>();
  const markets = new Map<string, HoursName>();
  const terms = new Map<InstrumentId, Partial<Instrument>>();
  const rates = new Map<InstrumentId, Rates>();
  let calendar: ReadonlyMap<HoursName, readonly Cut[]> = new Map();
  let stopTimer = () => {};

  const cutsOf = ({ hours, code }: ListingChange): readonly Cut[] => {
    const name = hours ?? markets.get(code) ?? marketNameOf(code);
    return (name !== 'always' && name !== 'closed' && calendar.get(name)) || [];
  };

  const heldOf = (change: ListingChange, from: Instrument, now: TimestampMs): Held =>
    stateUnder(change.hours, from.market, now, cutsOf(change), (ms) => ownSession(feed, from.id, ms));

  const onTerms = (from: Instrument): Instrument => ({
    ...from,
    ...terms.get(from.id),
    ...rates.get(from.id),
  });

  const make = (change: ListingChange, from: Instrument): Made => {
    const now = feed.wall();
    const held = heldOf(change, from, now);
    const instrument = changedInstrument(onTerms(from), change, held.state, feeType);
    return { from, sinceMs: now, held, instrument };
  };

  /** Cached: the source seldom changes, but this is called at every tick. */
  const upToDate = (id: InstrumentId, own: Changed, from: Instrument): Instrument => {
    const { made } = own;
    const now = feed.wall();
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

  const notifyIfChanged = (id: InstrumentId) => {
    const state = shown(feed.instrument(id))?.market ?? { status: 'closed' };
    const own = changed.get(id);
    if (own === undefined || own.notified === state.status) return;
    changed.set(id, { ...own, notified: state.status });
    listeners.call(id, state);
  };

  const priced = (tick: Tick): Tick => {
    const own = changed.get(tick.instrumentId);
    return own === undefined ? tick : withSpread(tick, own.change);
  };
  feed.onTick((tick) => ticks.call(priced(tick)));

  feed.onMarketState((id, state) => {
    if (changed.has(id)) notifyIfChanged(id);
    else listeners.call(id, state);
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
    categories: () => categoriesOf(instruments()),
    quote(id) {
      const quote = feed.quote(id);
      const own = changed.get(id);
      if (quote === undefined || own === undefined) return quote;
      const instrument = shown(feed.instrument(id));
      return (
        instrument && {
          ...withSpread(quote, own.change),
          marketOpen: instrument.market.status === 'open',
        }
      );
    },
    sessions(id, fromMs, toMs) {
      const change = changed.get(id)?.change;
      const own = feed.sessions(id, fromMs, toMs);
      if (own === undefined || change === undefined) return own;
      const plan = change.hours && tradingHoursOf(change.hours);
      if (change.hours && plan === undefined) return [];
      return withoutCuts(plan ? openSpans(plan, fromMs, toMs) : own, cutsOf(change));
    },
    modeSince: (id) => changed.get(id)?.change.modeSince,
    priced,
    onTick: ticks.add,
    onMarketState: listeners.add,
    async start() {
      await feed.start();
      stopTimer = clock.every(WATCH_MS, () => {
        for (const id of changed.keys()) notifyIfChanged(id);
        watch();
      });
    },
    async stop() {
      stopTimer();
      await feed.stop();
    },
    stateOf: (change, from) => heldOf(change, from, feed.wall()).state,
    applyCalendar(cuts) {
      calendar = cuts;
      for (const { id, code } of feed.instruments()) {
        const known = changed.get(id)?.change;
        const change = known ?? unchanged(code);
        if (known || cutsOf(change).length > 0) put(change);
      }
    },
    apply: put,
    onTerms,
    applyRates(code, to) {
      const from = feed.instrumentByCode(code);
      if (from === undefined) return;
      rates.set(from.id, to);
      put(changed.get(from.id)?.change ?? unchanged(code));
    },
    applyEntry(entry, isChanged) {
      markets.set(entry.code, entry.hours);
      const from = feed.instrumentByCode(entry.code);
      if (from === undefined || !isChanged) return;
      const { market, precision, ...own } = instrumentOf(entry, from.market, feeType);
      terms.set(from.id, own);
      put(changed.get(from.id)?.change ?? unchanged(entry.code));
    },
  };

  function put(change: ListingChange): void {
    const from = feed.instrumentByCode(change.code);
    if (from === undefined) return;
    const before = changed.get(from.id);
    const notified = before?.notified ?? from.market.status;
    changed.set(from.id, { change, notified, made: make(change, from) });
    feed.quoteAlso?.(from.id, change.hours && tradingHoursOf(change.hours));
    notifyIfChanged(from.id);
    // Its quote has another ask without a tick.
    const state = shown(from)?.market;
    if (state && before?.change.spread !== change.spread) listeners.call(from.id, state);
  }
}

/** By the feed's hours; open where they are not known, as for recorded prices. */
function ownSession(feed: Feed, id: InstrumentId, ms: number): Session {
  const spans = feed.sessions(id, ms, ms + AHEAD_MS);
  if (spans === undefined) return { open: true, untilMs: Number.POSITIVE_INFINITY };
  const [first] = spans;
  if (first === undefined) return { open: false, untilMs: Number.POSITIVE_INFINITY };
  return first[0] <= ms ? { open: true, untilMs: first[1] } : { open: false, untilMs: first[0] };
}

/**
 * The market for dealing: ticks of an instrument whose market is closed or halted are left out, so that they trigger no order
 * and no stop. Orders and stops that they would have triggered are judged at the first tick after them: until then the last
 * price counts as one of a closed market.
 */
export function whileOpen(market: Market & Partial<Pick<ListedMarket, 'modeSince'>>): Market {
  /** Instruments whose newest tick was left out. */
  const leftOut = new Set<InstrumentId>();
  return {
    ...market,
    quote(id) {
      const quote = market.quote(id);
      return quote?.marketOpen && leftOut.has(id) ? { ...quote, marketOpen: false } : quote;
    },
    /** Those in which orders are judged: not in an earlier mode, and not in a halt. */
    sessions(id, fromMs, toMs) {
      const from = Math.max(fromMs, market.modeSince?.(id) ?? fromMs);
      if (market.instrument(id)?.mode === 'halted' || from >= toMs) return [];
      const own = market.sessions(id, from, toMs);
      return own ?? (from > fromMs ? [[from, toMs]] : undefined);
    },
    onTick: (listener: (tick: Tick) => void) =>
      market.onTick((tick) => {
        const isOpen = market.instrument(tick.instrumentId)?.market.status === 'open';
        if (!isOpen) leftOut.add(tick.instrumentId);
        else if (leftOut.size > 0) leftOut.delete(tick.instrumentId);
        if (isOpen) listener(tick);
      }),
  };
}
