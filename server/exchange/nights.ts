import { type NightTerms, type NightTime, nightRate, type Rates } from '../../shared/domain/financing.ts';
import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import type { Market, Tick } from '../feed/market.ts';
import { rateBy } from '../feed/past-close.ts';
import type { PastTicks } from '../feed/past-ticks.ts';
import type { CommandOf } from './command.ts';
import { createNightCalendar, type NightCalendar } from './night-calendar.ts';
import { createNightCloses } from './night-closes.ts';
import type { AccountState, WorkingOrder } from './state.ts';
import { instrumentOf } from './valuation.ts';

/** The rates of instruments over time. */
export interface NightRates {
  /** Those of an instrument, the oldest first; undefined: none was ever other than 0. It is another list once they have changed. */
  of(code: string): RatesOverTime | undefined;
  /** Calls it as soon as there are any, and at once if there are. */
  whenAny(listener: () => void): void;
}

/** Each counts for the nights after its moment. */
export type RatesOverTime = readonly RatesSince[];
export type RatesSince = Rates & { readonly since: TimestampMs };

/** Finds the nights of positions that have passed and are not booked. */
export interface Nights {
  /**
   * True if `due` may find a night up to that moment. A night counts as passed only once every earlier tick is here.
   * @param upTo default: now
   */
  mayBeDue(state: AccountState, upTo?: TimestampMs): boolean;
  /**
   * The command that books the first of an account's nights up to a moment, at that night's prices and rates. Undefined when no
   * night is left, or while the prices of those that are left are unknown.
   */
  due(state: AccountState, upTo?: TimestampMs): Promise<CommandOf<'finance'> | undefined>;
  /** The first one, of any instrument, that has not passed. */
  next(): TimestampMs;
  onTick(tick: Tick): void;
}

interface NightsDeps {
  readonly market: Market;
  readonly time: NightTime;
  readonly rates: NightRates;
  /** Where the prices come from another process. */
  readonly past: Pick<PastTicks, 'reached'> | undefined;
}

export function createNights({ market, time, rates, past }: NightsDeps): Nights {
  const calendar = createNightCalendar(time);
  const closes = createNightCloses(market, calendar);
  /** Until when the nights of an order, as it is, have been looked through by these rates: those that cost nothing leave no trace. */
  const looked = new WeakMap<WorkingOrder, { readonly until: number; readonly by: RatesOverTime }>();

  /** Prices of other processes are known until their newest frame. */
  const passed = (upTo: number = Number.POSITIVE_INFINITY): TimestampMs =>
    timestampMs(Math.min(upTo, market.now(), past?.reached() ?? upTo));

  const from = (held: WorkingOrder, by: RatesOverTime): number => {
    const known = looked.get(held);
    if (known?.by === by) return known.until;
    const { order, filledAt, financedAt } = held;
    // The oldest orders lack the time of their fill: they were open before there were rates.
    // One night for each date, also when the time of the day is changed.
    const booked = financedAt === undefined ? (filledAt ?? order.createdAt) : calendar.dateEnd(financedAt);
    const until = Math.max(booked, by[0]?.since ?? booked);
    looked.set(held, { until, by });
    return until;
  };

  /** The positions that have nights until a moment which are not looked through. */
  const behind = (state: AccountState, upTo: TimestampMs): readonly Behind[] =>
    [...state.orders.values()].flatMap((held) => {
      const { order } = held;
      const by = order.status === 'open' ? rates.of(order.code) : undefined;
      const instrument = by && instrumentOf(order, market);
      if (by === undefined || instrument === undefined) return [];
      const after = from(held, by);
      return calendar.next(instrument, after).at <= upTo ? [{ held, instrument, by, after }] : [];
    });

  const pricesAt = async (
    instrument: Instrument,
    night: number,
  ): Promise<Pick<NightTerms, 'close' | 'rate'> | undefined> => {
    const closeOf = ({ id }: Pick<Instrument, 'id'>) => closes.at(id, night);
    const rate = await rateBy(instrument.settle, market, closeOf);
    const close = await closeOf(instrument);
    return close === undefined || rate === undefined ? undefined : { close, rate };
  };

  return {
    mayBeDue: (state, upTo) => behind(state, passed(upTo)).length > 0,
    async due(state, upTo) {
      const until = passed(upTo);
      const positions = behind(state, until);
      /** A later night waits for an earlier one. */
      const waiting = new Set<OrderId>();
      for (const [at, due] of nightsOf(positions, until, calendar)) {
        const prices = new Map<InstrumentId, ReturnType<typeof pricesAt>>();
        const terms = new Map<OrderId, NightTerms>();
        for (const { held, instrument, by, nights } of due) {
          const { id, side } = held.order;
          const set = by.findLast(({ since }) => since < at);
          if (set === undefined || nightRate(side, set) === 0 || waiting.has(id)) continue;
          const { contractSize, precision } = instrument;
          const { longRate, shortRate } = set;
          const found = await getOrCreate(prices, instrument.id, () => pricesAt(instrument, at));
          if (found === undefined) waiting.add(id);
          else terms.set(id, { contractSize, precision, longRate, shortRate, nights, ...found });
        }
        if (terms.size > 0) return { type: 'finance', at, terms };
      }
      for (const { held, by } of positions) if (!waiting.has(held.order.id)) looked.set(held, { until, by });
      return undefined;
    },
    next: () => calendar.next({}, passed()).at,
    onTick: closes.onTick,
  };
}

/** A position with nights that are not looked through. */
interface Behind {
  readonly held: WorkingOrder;
  readonly instrument: Instrument;
  readonly by: RatesOverTime;
  readonly after: number;
}

/** The nights of positions by their time, each with the positions that have one then. */
function nightsOf(positions: readonly Behind[], upTo: TimestampMs, calendar: NightCalendar) {
  const found = new Map<TimestampMs, (Behind & { readonly nights: number })[]>();
  for (const position of positions) {
    const next = (after: number) => calendar.next(position.instrument, after);
    for (let { at, nights } = next(position.after); at <= upTo; { at, nights } = next(at))
      getOrCreate(found, at, () => []).push({ ...position, nights });
  }
  return [...found].sort(([a], [b]) => a - b);
}
