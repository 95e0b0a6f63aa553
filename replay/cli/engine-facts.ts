import type { Observable } from 'rxjs';
import {
  FRESHNESS_NAMES,
  HEADER,
  HEADER_LENGTH,
  POSITION,
  POSITION_LENGTH,
  QUOTE,
  QUOTE_LENGTH,
} from '../../shared/bridge/market-frame.ts';
import type {
  CandleUpdate,
  ConnectionState,
  MarketList,
  OrderEvent,
  SessionState,
  WorkingOrders,
} from '../../shared/bridge/worker-api.ts';
import { CANDLE_COLUMNS } from '../../shared/domain/candle.ts';
import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import { type Money, moneyToWire } from '../../shared/domain/money.ts';
import {
  ORDER_FIELDS,
  type OrderField,
  type PendingOrder,
  type Position,
} from '../../shared/domain/order.ts';
import type { Period } from '../../shared/domain/period.ts';
import { type Price, priceToWire } from '../../shared/domain/price.ts';
import { type Volume, volumeToWire } from '../../shared/domain/volume.ts';
import { ACK, type Acknowledged } from '../../worker/bridge/back-pressure.ts';
import type { EngineHost } from '../../worker/engine.ts';

/** As on the wire: prices, amounts and volumes in decimals, ratios in percent; null while unknown. */
export type Fact = string | number | boolean | null;

/** Called with each new value of a path, such as `quotes.EURUSD.close` or `account.equity`; with undefined when it has ended. */
export type OnFact = (path: string, fact: Fact | undefined) => void;

export interface Charted {
  readonly id: InstrumentId;
  readonly period: Period;
  readonly indicators: readonly string[];
}

/** Reports all that an engine shows to its page, of all instruments and of these charts: each fact when it changes. */
export function watchEngine(engine: EngineHost, charts: readonly Charted[], onFact: OnFact): void {
  const latest = new Map<string, Fact>();
  const instruments = new Map<number, Instrument>();
  const precisionOf = (id: number): number => instruments.get(id)?.precision ?? 0;
  const codeOf = (id: number): string => instruments.get(id)?.code ?? String(id);

  function set(path: string, fact: Fact | undefined): void {
    if (latest.get(path) === fact) return;
    if (fact === undefined) latest.delete(path);
    else latest.set(path, fact);
    onFact(path, fact);
  }

  /** Replaces all facts whose paths begin so. */
  function replace(beginning: string, facts: ReadonlyMap<string, Fact>): void {
    for (const path of latest.keys())
      if (path.startsWith(beginning) && !facts.has(path)) set(path, undefined);
    for (const [path, fact] of facts) set(path, fact);
  }

  const drawn = new Set<Charted>();
  function listed(market: MarketList): void {
    set('market', market.status);
    if (market.status !== 'ready') return;
    for (const one of market.instruments) instruments.set(one.id, one);
    engine.watch(market.instruments.map(({ id }) => id));
    for (const chart of charts) {
      if (drawn.has(chart) || !instruments.has(chart.id)) continue;
      drawn.add(chart);
      const { id, period, indicators } = chart;
      const path = `candles.${codeOf(id)}.${[period, ...indicators].join(' ')}`;
      listen(engine.candles(id, period, indicators), (update) =>
        candlesChanged(path, precisionOf(id), update),
      );
    }
  }

  function candlesChanged(path: string, precision: number, update: CandleUpdate): void {
    if (update.kind === 'failed') {
      set(`${path}.failed`, update.code);
      return;
    }
    const { row, values } = update.kind === 'put' ? update : lastOf(update);
    for (const [at, name] of CANDLE_COLUMNS.entries()) {
      const value = row[at];
      if (value === undefined) continue;
      set(`${path}.${name}`, name === 'time' || name === 'volume' ? value : decimal(value, precision));
    }
    for (const [at, value] of values.entries()) set(`${path}.values[${at}]`, known(value));
  }

  /** Prices first, then what follows from them. */
  function framed(frame: Float64Array): void {
    const at = (place: number): number => frame[place] ?? Number.NaN;
    for (let row = 0; row < at(HEADER.quotes); row++) quoted(at, HEADER_LENGTH + row * QUOTE_LENGTH);
    const first = HEADER_LENGTH + at(HEADER.quotes) * QUOTE_LENGTH;
    const positions = new Map<string, Fact>();
    for (let row = 0; row < at(HEADER.positions); row++) {
      const base = first + row * POSITION_LENGTH;
      const id = at(base + POSITION.id);
      positions.set(
        `positions.${id}.price`,
        decimal(at(base + POSITION.price), instrumentOf.get(id)?.precision ?? 0),
      );
      positions.set(`positions.${id}.pnl`, amount(at(base + POSITION.pnl)));
    }
    replace('positions.', positions);
    for (const name of AMOUNTS) set(`account.${name}`, amount(at(HEADER[name])));
    for (const name of RATIOS) set(`account.${name}`, known(at(HEADER[name]) / HUNDREDTHS));
  }

  function quoted(at: (place: number) => number, base: number): void {
    const id = at(base + QUOTE.id);
    // An instrument of which no quote is known has a row without its number.
    if (Number.isNaN(id)) return;
    const path = `quotes.${codeOf(id)}`;
    for (const name of ['close', 'ask', 'open'] as const)
      set(`${path}.${name}`, decimal(at(base + QUOTE[name]), precisionOf(id)));
    set(`${path}.change`, known(at(base + QUOTE.change) / HUNDREDTHS));
    set(`${path}.isOpen`, at(base + QUOTE.marketOpen) === 1);
    set(`${path}.freshness`, FRESHNESS_NAMES[at(base + QUOTE.freshness)] ?? null);
  }

  /** Of each position, for the price at which it would close. */
  const instrumentOf = new Map<number, Pick<Position, 'precision'>>();
  function worked(working: WorkingOrders): void {
    const facts = new Map<string, Fact>([['orders', working.status]]);
    instrumentOf.clear();
    if (working.status === 'ready')
      for (const order of [...working.positions, ...working.pending]) {
        instrumentOf.set(order.id, order);
        for (const [name, fact] of factsOf(order)) facts.set(`orders.${order.id}.${name}`, fact);
      }
    replace('orders', facts);
  }

  function happened(event: OrderEvent): void {
    const ids = event.kind === 'filled' ? [event.order.id] : event.ids;
    for (const id of ids) set(`events.${event.kind}.${id}`, true);
  }

  listen(engine.connection(), ({ status }: ConnectionState) => set('connection', status));
  listen(engine.session(), ({ status }: SessionState) => set('session', status));
  listen(engine.market(), listed);
  listen(engine.working(), worked);
  listen(engine.orderEvents(), happened);
  const frames = engine.frames() as Acknowledged<Float64Array>;
  frames.subscribe((frame) => {
    framed(frame);
    // At once it would be answered before its stream takes answers.
    queueMicrotask(() => frames[ACK](undefined));
  });
}

const AMOUNTS = ['balance', 'floatingPnl', 'equity', 'margin', 'freeMargin'] as const;
const RATIOS = ['marginLevel', 'riskRate'] as const;
const HUNDREDTHS = 100;

/** The streams of an engine that is no worker's are Observables. */
const listen = <T>(
  stream: { subscribe(observer: { next(value: T): void }): unknown },
  next: (value: T) => void,
) => void (stream as Observable<T>).subscribe({ next });

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
const amount = (millionths: number): number | null => known(moneyToWire(millionths as Money));
const decimal = (points: number, precision: number): number | null =>
  known(priceToWire(points as Price, precision));

function lastOf({ length, columns, values }: Extract<CandleUpdate, { kind: 'reset' }>) {
  const last = length - 1;
  const of = (all: Float64Array): number[] =>
    length === 0 ? [] : Array.from({ length: all.length / length }, (_, at) => all[at * length + last] ?? 0);
  return { row: of(columns), values: of(values) };
}

function factsOf(order: Position | PendingOrder): readonly (readonly [name: string, fact: Fact])[] {
  return Object.entries<OrderField>(ORDER_FIELDS[order.status]).flatMap(
    ([name, field]): (readonly [string, Fact])[] => {
      const value: unknown = Reflect.get(order, name);
      if (typeof value === 'string') return [[name, value]];
      return typeof value === 'number' ? [[name, wireOf(value, field.kind, order.precision)]] : [];
    },
  );
}

function wireOf(value: number, kind: OrderField['kind'], precision: number): Fact {
  if (kind === 'money') return amount(value);
  if (kind === 'price') return decimal(value, precision);
  return kind === 'volume' ? volumeToWire(value as Volume) : value;
}
