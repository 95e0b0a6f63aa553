import { type NightTerms, type NightTime, nextNight } from '../../shared/domain/financing.ts';
import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import { rateOf } from '../../shared/domain/rate.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import type { Market, Tick } from '../feed/market.ts';
import type { CommandOf } from './command.ts';
import { financedUntil, isAnyDue } from './decide-finance.ts';
import { createNightCloses } from './night-closes.ts';
import type { AccountState, WorkingOrder } from './state.ts';
import { instrumentOf } from './valuation.ts';

/** The rates of instruments over time. */
export interface NightRates {
  /** When the first of an instrument was set; undefined: none ever was. */
  since(code: string): TimestampMs | undefined;
  /** Those of a night at that moment; undefined: none. */
  at(code: string, night: number): Required<Pick<Instrument, 'longRate' | 'shortRate'>> | undefined;
  /** Calls it as soon as there are any, and at once if there are. */
  whenAny(listener: () => void): void;
}

/** Finds the nights of positions that have passed and are not booked. */
export interface Nights {
  /** Whether an account may have any until a moment: then they are to be looked for. */
  mayBeDue(state: AccountState, upTo: TimestampMs): boolean;
  /**
   * Books the first of an account's nights until a moment, at the prices and rates of then; undefined when none is left, or the
   * prices of those that are left are not known yet.
   */
  due(state: AccountState, upTo: TimestampMs): Promise<CommandOf<'finance'> | undefined>;
  /** The newest moment until now at which any instrument may have a night. */
  latest(): number;
  onTick(tick: Tick): void;
}

interface NightsDeps {
  readonly market: Market;
  readonly time: NightTime;
  readonly rates: NightRates;
}

export function createNights({ market, time, rates }: NightsDeps): Nights {
  const closes = createNightCloses(market, time);
  const latest = createLatest(time);
  /** Until when the nights of an order, as it is, are booked or have been looked through: those without a rate leave no trace. */
  const looked = new WeakMap<WorkingOrder, number>();

  const from = (held: WorkingOrder, since: number): number => {
    const known = looked.get(held);
    if (known !== undefined) return known;
    const { financedAt } = held;
    const booked = financedAt === undefined ? financedUntil(held) : dayOf(financedAt);
    const after = Math.max(booked, since);
    looked.set(held, after);
    return after;
  };

  /**
   * The end of a night's date: another time of the day, set after the night, does not make one more. Where the clocks have moved
   * a night to the next date, it ends before the night of that date.
   */
  const dayOf = (night: TimestampMs): number =>
    Math.min(time.zone.startOfDay(night, 1), night + SHORT_DAY_MS) - 1;

  /** The positions that have nights until a moment which are not looked through. */
  const behind = (state: AccountState, upTo: TimestampMs) =>
    [...state.orders.values()].flatMap((held) => {
      const { order } = held;
      const since = order.status === 'open' ? rates.since(order.code) : undefined;
      const instrument = since === undefined ? undefined : instrumentOf(order, market);
      if (since === undefined || instrument === undefined) return [];
      const [after, last] = [from(held, since), latest(instrument, upTo)];
      return after < last ? { held, instrument, after, last } : [];
    });

  const termsAt = async (
    instrument: Instrument,
    { at, nights }: { readonly at: number; readonly nights: number },
  ): Promise<NightTerms | 'none' | 'unknown'> => {
    const set = rates.at(instrument.code, at);
    if (set === undefined) return 'none';
    const { contractSize, precision, settle } = instrument;
    const conversion = settle.status === 'none' ? undefined : market.instrumentByCode(settle.code);
    const rate = rateOf(
      settle,
      conversion && (await closes.at(conversion.id, at)),
      conversion?.precision ?? 0,
    );
    const close = await closes.at(instrument.id, at);
    return close === undefined || rate === undefined
      ? 'unknown'
      : { contractSize, precision, close, rate, nights, ...set };
  };

  return {
    mayBeDue: (state, upTo) => behind(state, upTo).length > 0,
    async due(state, upTo) {
      const positions = behind(state, upTo);
      const unknown = new Set<InstrumentId>();
      for (const [at, instruments] of nightsOf(positions, upTo, time)) {
        const terms = new Map<InstrumentId, NightTerms>();
        for (const [id, { instrument, nights }] of instruments) {
          // A later night waits for an earlier one.
          const found = unknown.has(id) ? 'unknown' : await termsAt(instrument, { at, nights });
          if (found === 'unknown') unknown.add(id);
          else if (found !== 'none') terms.set(id, found);
        }
        const command = { type: 'finance', at, terms } as const;
        if (isAnyDue(state, command)) return command;
      }
      for (const { held, instrument, last } of positions)
        if (!unknown.has(instrument.id)) looked.set(held, last);
      return undefined;
    },
    latest: () => latest({}, market.now()),
    onTick: closes.onTick,
  };
}

interface Behind {
  readonly instrument: Instrument;
  readonly after: number;
}

/** The nights of positions by their time, each with the instruments that have one then. */
function nightsOf(positions: readonly Behind[], upTo: TimestampMs, time: NightTime) {
  const found = new Map<
    TimestampMs,
    Map<InstrumentId, { readonly instrument: Instrument; readonly nights: number }>
  >();
  for (const { instrument, after } of positions)
    for (let night = nextNight(instrument, after, time); night.at <= upTo; ) {
      const { at, nights } = night;
      getOrCreate(found, at, () => new Map()).set(instrument.id, { instrument, nights });
      night = nextNight(instrument, at, time);
    }
  return [...found].sort(([a], [b]) => a - b);
}

/** From one night to the next when the clocks have moved the first by an hour. */
const SHORT_DAY_MS = 23 * 3_600_000;
/** Longer than from a Friday's night to a Monday's. */
const FEW_DAYS_MS = 5 * 86_400_000;

/** The last night until a moment, which is asked for at each command. */
function createLatest(time: NightTime) {
  const known = new Map<number | undefined, { readonly at: number; readonly until: number }>();
  return (instrument: Pick<Instrument, 'tripleDay'>, upTo: number): number => {
    const before = known.get(instrument.tripleDay);
    if (before && upTo >= before.at && upTo < before.until) return before.at;
    let { at } = nextNight(instrument, upTo - FEW_DAYS_MS, time);
    for (;;) {
      const { at: until } = nextNight(instrument, at, time);
      if (until > upTo) {
        known.set(instrument.tripleDay, { at, until });
        return at;
      }
      at = until;
    }
  };
}
