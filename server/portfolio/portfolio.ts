import type { portfolioRoutes, WirePortfolioDay } from '../../shared/contract/portfolio.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import { addMoney, type Money, moneyToWire, withinMoney, ZERO_MONEY } from '../../shared/domain/money.ts';
import { floatingPnl, pointValue } from '../../shared/domain/pnl.ts';
import { price } from '../../shared/domain/price.ts';
import { closingPrice, type TwoPrices } from '../../shared/domain/quote.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { type ZoneDays, zoneDays } from '../../shared/domain/zone-days.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { PORTFOLIO_DAYS } from '../../shared/limits.ts';
import { ok } from '../../shared/result.ts';
import type { Calls } from '../call.ts';
import type { Market } from '../feed/market.ts';
import { closeBefore, rateBy } from '../feed/past-close.ts';
import { badField } from '../refusals.ts';
import type { Store } from '../store/store.ts';
import { type Held, type Movement, portfolioReads } from './portfolio-reads.ts';

/*
 * An account day by day: what it was worth, what was paid in and out, and what its orders brought. Everything follows from
 * the ledger, the orders and the candles; nothing is stored, and what is booked is never touched.
 */
export interface Portfolio {
  /** The last `count` days in a time zone, today included, the oldest first; none from before the account was opened. */
  days(account: AccountId, zone: ZoneDays, count: number): Promise<readonly Day[]>;
}

/** A day of an account: sums over the day, and balance and equity at its end. For today, up to now. */
interface Day {
  readonly start: TimestampMs;
  /** Less the house's advance. */
  readonly balance: Money;
  /** Balance and floating profit; undefined while a price of then is not known. */
  readonly equity: Money | undefined;
  /** What came in less what went out, other than by trading. */
  readonly transfers: Money;
  readonly fees: Money;
  /** What nights brought; below zero: cost. Absent: nothing. */
  readonly financing?: Money;
  readonly realised: Money;
  readonly wins: number;
  readonly won: Money;
  readonly losses: number;
  readonly lost: Money;
}

interface PortfolioDeps {
  readonly store: Pick<Store, 'read'>;
  readonly market: Pick<Market, 'now' | 'wall' | 'instrument' | 'instrumentByCode' | 'quote' | 'kline'>;
}

export function createPortfolio({ store, market }: PortfolioDeps): Portfolio {
  return {
    async days(account, zone, count) {
      const [today, now] = [market.wall(), market.now()];
      const starts = Array.from({ length: count }, (_, at) =>
        timestampMs(zone.startOfDay(today, at + 1 - count)),
      );
      const from = starts[0] ?? now;
      const reads = portfolioReads(store.read);
      const [movements, closes, held] = await Promise.all([
        reads.movements(account, from),
        reads.closes(account, from),
        reads.held(account, from),
      ]);
      const ends = starts.map((_, at) => starts[at + 1] ?? now);
      const floating = await floatingAt(ends, held, market, now);
      const dayOf = dayFinder(starts);
      const booked = bookedDays(movements, starts, dayOf);
      const first = movements.some(({ atMs }) => atMs < from)
        ? 0
        : Math.min(...movements.map(({ atMs }) => dayOf(atMs)));
      const closed = starts.map(() => ({ ...NO_CLOSES }));
      for (const { atMs, ...of } of closes) {
        const day = closed[dayOf(atMs)];
        if (day === undefined) continue;
        day.wins += of.wins;
        day.losses += of.losses;
        for (const sum of ['realised', 'won', 'lost'] as const) day[sum] = addMoney(day[sum], of[sum]);
      }
      return starts.flatMap((start, at) => {
        const [own, sums] = [booked[at], closed[at]];
        if (own === undefined || sums === undefined || at < first) return [];
        const open = floating[at];
        return {
          start,
          ...own,
          equity: open === undefined ? undefined : withinMoney(() => addMoney(own.balance, open)),
          ...sums,
        };
      });
    },
  };
}

const NO_CLOSES = { realised: ZERO_MONEY, wins: 0, won: ZERO_MONEY, losses: 0, lost: ZERO_MONEY };

/** @returns finds the index of the day of a moment, which is not before the first */
const dayFinder = (starts: readonly number[]) => (ms: number) => {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
};

type Booked = Pick<Day, 'balance' | 'transfers' | 'fees' | 'financing'>;

function bookedDays(
  movements: readonly Movement[],
  starts: readonly TimestampMs[],
  dayOf: (ms: number) => number,
): readonly Booked[] {
  const [from = 0] = starts;
  let balance = ZERO_MONEY;
  const byDay = new Map<number, Movement[]>();
  for (const movement of movements) {
    const { atMs, amount } = movement;
    if (atMs >= from) getOrCreate(byDay, dayOf(atMs), (): Movement[] => []).push(movement);
    else balance = addMoney(balance, amount);
  }
  return starts.map((_, at) => {
    let [transfers, fees, financing] = [ZERO_MONEY, ZERO_MONEY, ZERO_MONEY];
    for (const { kind, amount } of byDay.get(at) ?? []) {
      balance = addMoney(balance, amount);
      if (kind === 'fee') fees = addMoney(fees, amount);
      else if (kind === 'financing') financing = addMoney(financing, amount);
      else if (kind !== 'profit') transfers = addMoney(transfers, amount);
    }
    return { balance, transfers, fees, ...(financing === ZERO_MONEY ? {} : { financing }) };
  });
}

type PricesAt = (instrument: Pick<Instrument, 'id'>, at: TimestampMs) => Promise<TwoPrices | undefined>;

/**
 * The floating profit at each of these moments, the last of which may be now; undefined where a price is not known. Candles
 * are of the bid alone, which is then both prices.
 */
async function floatingAt(
  moments: readonly TimestampMs[],
  held: readonly Held[] | undefined,
  market: PortfolioDeps['market'],
  now: TimestampMs,
): Promise<readonly (Money | undefined)[]> {
  if (held === undefined) return moments.map(() => undefined);
  const pricesAt: PricesAt = async ({ id }, at) => {
    if (at === now) return market.quote(id);
    const close = await closeBefore(market, { id }, at);
    return close && { close, ask: close };
  };
  return Promise.all(
    moments.map(async (at) => {
      // What was closed at midnight is booked on the next day, so that it was still open then.
      const open = held.filter(({ openedAt, closedAt = Number.POSITIVE_INFINITY }) =>
        at === now ? closedAt > now : openedAt < at && closedAt >= at,
      );
      const known = new Map<string, Promise<TwoPrices | undefined>>();
      const once: PricesAt = (instrument, then) =>
        getOrCreate(known, String(instrument.id), () => pricesAt(instrument, then));
      const parts = await Promise.all(open.map((order) => profitAt(order, at, market, once)));
      return parts.reduce<Money | undefined>(
        (sum, part) =>
          sum === undefined || part === undefined ? undefined : withinMoney(() => addMoney(sum, part)),
        ZERO_MONEY,
      );
    }),
  );
}

async function profitAt(
  { instrumentId, code, precision, side, volume, openPrice, former }: Held,
  at: TimestampMs,
  market: PortfolioDeps['market'],
  pricesAt: PricesAt,
): Promise<Money | undefined> {
  const instrument = market.instrument(instrumentId);
  if (instrument?.code !== code || instrument.precision < precision) return undefined;
  // Its candles have the decimals of today, which are only added to.
  const opened = price(openPrice * 10 ** (instrument.precision - precision));
  const prices = await pricesAt(instrument, at);
  const { contractSize, settle } = former ?? instrument;
  const rate = await rateBy(settle, market, async (conversion) => (await pricesAt(conversion, at))?.close);
  if (prices === undefined || rate === undefined) return undefined;
  const value = pointValue(volume, contractSize, instrument.precision);
  return withinMoney(() => floatingPnl(side, opened, closingPrice(side, prices), value, rate));
}

export const portfolioCalls = ({
  portfolio,
}: {
  readonly portfolio: Portfolio;
}): Calls<keyof typeof portfolioRoutes> => ({
  async getPortfolio({ days = PORTFOLIO_DAYS, zone: name = 'UTC' }, { session }) {
    const zone = zoneDays(name);
    if (zone === undefined) return badField('zone');
    return ok({ list: (await portfolio.days(session.accountId, zone, days)).map(wireDay) });
  },
});

const wireDay = ({ equity, financing, ...day }: Day): WirePortfolioDay => ({
  start: day.start,
  balance: moneyToWire(day.balance),
  ...(equity === undefined ? {} : { equity: moneyToWire(equity) }),
  transfers: moneyToWire(day.transfers),
  fees: moneyToWire(day.fees),
  ...(financing === undefined ? {} : { financing: moneyToWire(financing) }),
  realised: moneyToWire(day.realised),
  wins: day.wins,
  won: moneyToWire(day.won),
  losses: day.losses,
  lost: moneyToWire(day.lost),
});
