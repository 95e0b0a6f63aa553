import { candleRow } from '../../shared/domain/candle.ts';
import type { Instrument, InstrumentId, MarketState } from '../../shared/domain/instrument.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import { addTick, minutesOf } from '../../shared/domain/minute-builder.ts';
import { price } from '../../shared/domain/price.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { SPARKLINE_MINUTES } from '../../shared/limits.ts';
import { instrumentOf } from '../catalogue/catalogue.ts';
import { type CatalogueEntry, categoriesOf } from '../catalogue/catalogue-entry.ts';
import { TRADING_HOURS } from '../catalogue/trading-hours.ts';
import { createListeners } from '../listeners.ts';
import type { CandleStore } from './candle-store.ts';
import { readCandles } from './history.ts';
import type { Market, Tick } from './market.ts';
import { emptySeries, type Series } from './series.ts';
import { openSpans } from './trading-sessions.ts';

const DAY_MS = 86_400_000;
/** Instruments that can be added to a board. */
export const ROOM = 256;
const CLOSED: MarketState = { status: 'closed' };

/** The last prices, states and candles of all instruments of the feed. Feeds write it; readers of the market use `view`. */
export interface Board {
  readonly entries: readonly CatalogueEntry[];
  readonly series: readonly Series[];
  /** A new price of the instrument at index `at`, in points; `ask`: default the price. One older than the last changes its candle only and is no tick. */
  take(at: number, timeMs: number, points: number, ask?: number): void;
  /** As `take`, but calls no listener. @returns whether it is a tick */
  takeSilently(at: number, timeMs: number, points: number, ask?: number): boolean;
  /** Announces the last price as a tick; nothing before a first price. */
  announce(at: number): void;
  /** Announces an earlier tick that changes nothing. */
  announcePast(tick: Tick): void;
  /** Restores an earlier price without a tick. `open`: the first price of its UTC day; `ask`: in points, default the price. */
  recall(at: number, timeMs: number, close: number, open: number, ask?: number): void;
  setState(at: number, state: MarketState): void;
  /** What its next prices come from. */
  setSource(at: number, source: string | undefined): void;
  /** Takes one more instrument, after the others. @returns false without room, and where copies follow */
  add(entry: CatalogueEntry): boolean;
  /** Call when the candles of the instruments from index `from` to before `to` are stored, hours finished by `nowS` included. */
  stored(from: number, to: number, nowS: number): void;
  /** Hands every later change to `watcher`, in order. */
  watch(watcher: BoardWatcher): void;
  /** The read side of a market. */
  readonly view: Omit<Market, 'now' | 'wall' | 'start' | 'stop'>;
}

/** What changes a board, except for `recall`, after which everything may be different. */
interface BoardWatcher extends Pick<Board, 'take' | 'setState' | 'setSource' | 'stored'> {
  recalled(): void;
}

const column = (count: number): Float64Array => new Float64Array(count);

/** @param source what all prices come from; undefined: what `setSource` says of each */
export function createBoard(
  listed: readonly CatalogueEntry[],
  store: CandleStore,
  feeType: FeeType,
  source?: string,
): Board {
  const entries = [...listed];
  const count = entries.length + ROOM;
  const [close, asks, open, timeMs] = [column(count), column(count), column(count), column(count)];
  const sources: (string | undefined)[] = [];
  const series = entries.map((entry) => emptySeries(entry.code));
  const instruments: Instrument[] = entries.map((entry) => instrumentOf(entry, CLOSED, feeType));
  const byId = new Map(entries.map(({ id }, at) => [id, at]));
  const byCode = new Map(entries.map((entry, at) => [entry.code, at]));
  const ticks = createListeners<[Tick]>();
  const states = createListeners<[InstrumentId, MarketState]>();
  let watcher: BoardWatcher | undefined;
  const move = (at: number, time: number, points: number, ask: number): void => {
    if (Math.floor(time / DAY_MS) !== Math.floor((timeMs[at] ?? 0) / DAY_MS)) open[at] = points;
    close[at] = points;
    asks[at] = ask;
    timeMs[at] = time;
  };
  const takeSilently = (at: number, time: number, points: number, ask = points): boolean => {
    const own = series[at];
    if (!own) throw new RangeError(`no instrument at ${at}`);
    addTick(own.minutes, time, points);
    const isNewest = time >= (timeMs[at] ?? 0);
    if (isNewest) move(at, time, points, ask);
    watcher?.take(at, time, points, ask);
    return isNewest;
  };
  const announce = (at: number): void => {
    const [instrument, time] = [instruments[at], timeMs[at]];
    if (!instrument || !time) return;
    ticks.call({
      instrumentId: instrument.id,
      close: price(close[at] ?? 0),
      ask: price(asks[at] ?? 0),
      time: timestampMs(time),
    });
  };
  return {
    entries,
    series,
    take(at, time, points, ask) {
      if (takeSilently(at, time, points, ask)) announce(at);
    },
    takeSilently,
    announce,
    announcePast: ticks.call,
    recall(at, time, last, first, ask = last) {
      move(at, time, last, ask);
      open[at] = first;
      watcher?.recalled();
    },
    add(entry) {
      if (entries.length === count || watcher !== undefined || byId.has(entry.id)) return false;
      byId.set(entry.id, entries.length);
      byCode.set(entry.code, entries.length);
      series.push(emptySeries(entry.code));
      instruments.push(instrumentOf(entry, CLOSED, feeType));
      entries.push(entry);
      return true;
    },
    setState(at, state) {
      const instrument = instruments[at];
      if (!instrument) throw new RangeError(`no instrument at ${at}`);
      instruments[at] = { ...instrument, market: state };
      watcher?.setState(at, state);
      if (instrument.market.status === state.status) return;
      states.call(instrument.id, state);
    },
    setSource(at, one) {
      if (sources[at] === one) return;
      sources[at] = one;
      watcher?.setSource(at, one);
    },
    stored(from, to, nowS) {
      watcher?.stored(from, to, nowS);
    },
    watch(one) {
      watcher = one;
    },
    view: createView({
      entries,
      byId,
      byCode,
      instruments,
      series,
      close,
      asks,
      open,
      timeMs,
      sourceAt: (at) => sources[at] ?? source,
      store,
      onTick: ticks.add,
      onMarketState: states.add,
    }),
  };
}

/** The feed before may have quoted later than this one's last tick: a quote never becomes older. */
export function quoteAll({ view, take }: Board, nowMs: number): void {
  for (const [at, { id }] of view.instruments().entries()) {
    const quote = view.quote(id);
    if (quote?.marketOpen) take(at, nowMs, quote.close, quote.ask);
  }
}

interface Sources extends Pick<Market, 'onTick' | 'onMarketState'> {
  readonly entries: readonly CatalogueEntry[];
  readonly byId: ReadonlyMap<number, number>;
  readonly byCode: ReadonlyMap<string, number>;
  readonly instruments: readonly Instrument[];
  readonly series: readonly Series[];
  readonly close: Float64Array;
  readonly asks: Float64Array;
  readonly open: Float64Array;
  readonly timeMs: Float64Array;
  readonly sourceAt: (at: number) => string | undefined;
  readonly store: CandleStore;
}

function createView(from: Sources): Board['view'] {
  const { instruments, series, byId, byCode } = from;
  const at = (id: InstrumentId): number => byId.get(id) ?? -1;
  return {
    instruments: () => [...instruments],
    instrument: (id) => instruments[at(id)],
    unchanged: (id) => instruments[at(id)],
    instrumentByCode: (code) => instruments[byCode.get(code) ?? -1],
    sourceOf: (id) => from.sourceAt(at(id)),
    categories: () => categoriesOf(from.entries),
    sessions(id, fromMs, toMs) {
      const entry = from.entries[at(id)];
      return entry && openSpans(TRADING_HOURS[entry.hours], fromMs, toMs);
    },
    quote(id) {
      const i = at(id);
      const instrument = instruments[i];
      const time = from.timeMs[i];
      if (!instrument || !time) return undefined;
      return {
        instrumentId: id,
        close: price(from.close[i] ?? 0),
        ask: price(from.asks[i] ?? 0),
        open: price(from.open[i] ?? 0),
        marketOpen: instrument.market.status === 'open',
        time: timestampMs(time),
      };
    },
    lastMinute(id) {
      const own = series[at(id)];
      if (own === undefined) return undefined;
      const minutes = minutesOf(own.minutes);
      return minutes.length > 0 ? candleRow(minutes, minutes.length - 1) : undefined;
    },
    async kline(id, period, end, limit) {
      const own = series[at(id)];
      return own ? readCandles(from.store, own, period, end, limit) : [];
    },
    sparkline(id) {
      const own = series[at(id)];
      const points: [number, number][] = [];
      if (own === undefined) return points;
      const { length, time, close } = minutesOf(own.minutes);
      for (let i = Math.max(0, length - SPARKLINE_MINUTES); i < length; i++)
        points.push([time[i] ?? 0, close[i] ?? 0]);
      return points;
    },
    onTick: from.onTick,
    onMarketState: from.onMarketState,
  };
}
