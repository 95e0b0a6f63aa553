import type { leaderRoutes, WireLeader, WireLeaderTrade } from '../../shared/contract/leaders.ts';
import { addMoney, type Money, money, moneyToWire, mulDiv, ZERO_MONEY } from '../../shared/domain/money.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { ok } from '../../shared/result.ts';
import type { Calls } from '../call.ts';
import { type CategoryName, categoriesOf } from '../catalogue/catalogue-entry.ts';
import type { Market } from '../feed/market.ts';
import { seededRandom } from '../seeded-random.ts';
import { translate } from '../texts/texts.ts';

/*
 * The leaders of the ranking. They are simulated: each has an invented trade history that follows from its name and the
 * date alone, so it is the same after every restart, and it grows as days pass. The figures are computed from that history
 * on demand. Nothing is stored, no account exists and no order is sent; the exchange and the store stay out of here.
 */
export interface Leaders {
  /** The leaders who closed a trade in the last three weeks, always in the same order. */
  list(): readonly Listed[];
}

/** A leader in no language yet. */
type Listed = Omit<WireLeader, 'product_type'> & { readonly category: CategoryName };

export interface LeadersDeps {
  readonly market: Pick<Market, 'instrumentByCode' | 'now'>;
}

interface Leader {
  readonly name: string;
  /** The instrument it trades. It is not listed where the market does not have it. */
  readonly code: string;
  readonly multiple: number;
  /** Followers when it began, and how many more a week. As invented as its trades: nobody can follow yet. */
  readonly followers: number;
  readonly growth: number;
  /** The day of its first trades, UTC. */
  readonly since: string;
  /** Balance at the beginning. */
  readonly opening: Money;
  /** Trades on an average day. */
  readonly perDay: number;
  /** Share of trades that win, 0 to 1. */
  readonly wins: number;
  /** Profit of an average winning trade and loss of an average losing one, in percent of the opening balance. */
  readonly gain: number;
  readonly loss: number;
  /** Whether its market is open at the weekend. */
  readonly tradesAtWeekends?: true;
}

/** A closed trade of the invented history. */
export interface Trade {
  readonly closedAt: TimestampMs;
  readonly profit: Money;
}

/** What the trades of a leader add up to; rates in hundredths of a percent. */
interface LeaderFigures {
  readonly windowProfit: Money;
  readonly windowRate: number;
  readonly windowWin: number;
  readonly totalRate: number;
  readonly totalTrades: number;
}

const dollars = (amount: number): Money => money(Math.round(amount * 100) * 10_000);

const LEADERS: readonly Leader[] = [
  {
    name: 'nightferry',
    code: 'EURUSD',
    multiple: 100,
    followers: 40,
    growth: 11,
    since: '2025-03-10',
    opening: dollars(20_000),
    perDay: 9,
    wins: 0.62,
    gain: 0.3,
    loss: 0.46,
  },
  {
    name: 'slowriver',
    code: 'XAUUSD',
    multiple: 20,
    followers: 120,
    growth: 6,
    since: '2025-01-20',
    opening: dollars(100_000),
    perDay: 2,
    wins: 0.44,
    gain: 0.9,
    loss: 0.62,
  },
  {
    name: 'tomas_v',
    code: 'US500',
    multiple: 50,
    followers: 60,
    growth: 4,
    since: '2025-05-05',
    opening: dollars(50_000),
    perDay: 6,
    wins: 0.53,
    gain: 0.4,
    loss: 0.41,
  },
  {
    name: 'quietharbor',
    code: 'EURGBP',
    multiple: 50,
    followers: 25,
    growth: 9,
    since: '2025-02-17',
    opening: dollars(40_000),
    perDay: 3,
    wins: 0.68,
    gain: 0.25,
    loss: 0.47,
  },
  {
    name: 'ines_m',
    code: 'BTCUSD',
    multiple: 10,
    followers: 80,
    growth: 13,
    since: '2025-06-21',
    opening: dollars(30_000),
    perDay: 4,
    wins: 0.47,
    gain: 1,
    loss: 0.78,
    tradesAtWeekends: true,
  },
  {
    name: 'copperleaf',
    code: 'USOIL',
    multiple: 20,
    followers: 15,
    growth: 3,
    since: '2025-04-14',
    opening: dollars(60_000),
    perDay: 3,
    wins: 0.58,
    gain: 0.5,
    loss: 0.66,
  },
];

/** The most leaders that there can be. */
export const MAX_LEADERS = LEADERS.length;

/** @param count number of leaders, 0 to `MAX_LEADERS` */
export function createLeaders({ market }: LeadersDeps, count: number): Leaders {
  const histories = LEADERS.slice(0, count).map(createHistory);
  let latest: { readonly at: TimestampMs; readonly list: readonly Listed[] } | undefined;
  return {
    list() {
      // Trades close on whole minutes, so the list changes once a minute at most.
      const at = timestampMs(Math.floor(market.now() / MINUTE_MS) * MINUTE_MS);
      if (latest?.at !== at)
        latest = { at, list: histories.flatMap((history) => wireLeader(history, market, at)) };
      return latest.list;
    },
  };
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MINUTES_PER_DAY = DAY_MS / MINUTE_MS;
/** The three weeks of the specification, section 3. */
const WINDOW_DAYS = 21;
const WINDOW_MS = WINDOW_DAYS * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
/** Trades that are shown of each. */
const SHOWN_TRADES = 5;

interface History {
  readonly leader: Leader;
  tradesUntil(now: TimestampMs): readonly Trade[];
}

/** Invents each day once. */
function createHistory(leader: Leader): History {
  const trades: Trade[] = [];
  let nextDayMs = Date.parse(leader.since);
  return {
    leader,
    tradesUntil(now) {
      for (; nextDayMs <= now; nextDayMs += DAY_MS) trades.push(...tradesOfDay(leader, nextDayMs));
      return trades.filter(({ closedAt }) => closedAt <= now);
    },
  };
}

/** The trades of a day follow from the leader's name and the date. */
function tradesOfDay(leader: Leader, dayMs: number): readonly Trade[] {
  const weekday = new Date(dayMs).getUTCDay();
  if (!leader.tradesAtWeekends && (weekday === 0 || weekday === 6)) return [];
  const random = seededRandom(`${leader.name}/${dayMs / DAY_MS}`);
  return Array.from({ length: Math.round(leader.perDay * around(random.next())) }, () => {
    const closedAt = timestampMs(dayMs + Math.floor(random.next() * MINUTES_PER_DAY) * MINUTE_MS);
    const percent = random.next() < leader.wins ? leader.gain : -leader.loss;
    const profit = dollars(((leader.opening / 1_000_000) * percent * around(random.next())) / 100);
    return { closedAt, profit };
  });
}

/** @returns nothing for a leader without a trade in the window or without its instrument */
function wireLeader(
  { leader, tradesUntil }: History,
  market: LeadersDeps['market'],
  now: TimestampMs,
): readonly [] | readonly [Listed] {
  const instrument = market.instrumentByCode(leader.code);
  const trades = tradesUntil(now);
  const figures = leaderFigures(leader.opening, trades, now);
  const [category] = instrument === undefined ? [] : categoriesOf([instrument]);
  if (instrument === undefined || figures === undefined || category === undefined) return [];
  return [
    {
      user: leader.name,
      multiple: leader.multiple,
      three_week_rate: figures.windowRate / 100,
      three_week_win: figures.windowWin / 100,
      three_week_profit: moneyToWire(figures.windowProfit),
      total_rate: figures.totalRate / 100,
      total_trade_num: figures.totalTrades,
      code: instrument.showCode,
      category,
      total_followers:
        leader.followers + Math.floor((now - Date.parse(leader.since)) / WEEK_MS) * leader.growth,
      ...courseOf(leader.opening, trades, now),
    },
  ];
}

/** From a random number in [0, 1) to a factor between a half and one and a half. */
const around = (chance: number): number => 0.5 + chance;

/** Hundredths of a percent in one. */
const HUNDREDTHS = 10_000;

/**
 * The leader's figures of the specification, section 3.
 *
 * - three-week profit: sum of the profits of the trades closed in the window
 * - three-week win: share of these with a profit above zero
 * - three-week rate: three-week profit / balance at the start of the window
 * - total rate: profit of all trades / opening balance
 *
 * Rates are rounded once, half away from zero.
 * @returns undefined without a trade in the window, or when the balance at its start was not above zero
 */
export function leaderFigures(
  opening: Money,
  trades: readonly Trade[],
  now: TimestampMs,
): LeaderFigures | undefined {
  const windowStart = now - WINDOW_MS;
  const sum = (some: readonly Trade[]) =>
    some.reduce((total, { profit }) => addMoney(total, profit), ZERO_MONEY);
  const window = trades.filter(({ closedAt }) => closedAt >= windowStart);
  const windowProfit = sum(window);
  const earlierProfit = sum(trades.filter(({ closedAt }) => closedAt < windowStart));
  const atStart = addMoney(opening, earlierProfit);
  if (window.length === 0 || atStart <= 0) return undefined;
  const wins = window.filter(({ profit }) => profit > 0).length;
  return {
    windowProfit,
    windowRate: mulDiv(windowProfit, HUNDREDTHS, atStart),
    windowWin: mulDiv(wins, HUNDREDTHS, window.length),
    totalRate: mulDiv(addMoney(windowProfit, earlierProfit), HUNDREDTHS, opening),
    totalTrades: trades.length,
  };
}

/** How the balance of a leader went through the window. */
export interface Course {
  /** Percent of the balance at the start of the window that were won by then: zero, and the end of each of its days. */
  readonly curve: readonly number[];
  /** The largest fall of the balance from a peak, percent of that; zero or below. */
  readonly worst_fall: number;
  /** The latest first. */
  readonly last_trades: readonly WireLeaderTrade[];
}

/** @param trades by day, and within a day in any order */
export function courseOf(opening: Money, trades: readonly Trade[], now: TimestampMs): Course {
  const inOrder = trades.toSorted((a, b) => a.closedAt - b.closedAt);
  const startMs = now - WINDOW_MS;
  const won = Array.from({ length: WINDOW_DAYS + 1 }, () => ZERO_MONEY);
  let [balance, sum, peak, fall] = [opening, ZERO_MONEY, opening, 0];
  let atStart = opening;
  for (const { closedAt, profit } of inOrder) {
    balance = addMoney(balance, profit);
    if (closedAt < startMs) {
      [atStart, peak] = [balance, balance];
      continue;
    }
    sum = addMoney(sum, profit);
    peak = balance > peak ? balance : peak;
    fall = Math.min(fall, mulDiv(balance - peak, HUNDREDTHS, peak));
    won.fill(sum, Math.min(WINDOW_DAYS, 1 + Math.floor((closedAt - startMs) / DAY_MS)));
  }
  return {
    curve: won.map((amount) => mulDiv(amount, HUNDREDTHS, atStart) / 100),
    worst_fall: fall / 100,
    last_trades: inOrder
      .slice(-SHOWN_TRADES)
      .reverse()
      .map(({ closedAt, profit }) => ({
        closed_at: new Date(closedAt).toISOString(),
        profit: moneyToWire(profit),
      })),
  };
}

export const leaderCalls = ({
  leaders,
}: {
  readonly leaders: Leaders;
}): Calls<keyof typeof leaderRoutes> => ({
  getLeaders: (_, { language }) =>
    ok(
      leaders.list().map(({ category, ...leader }) => ({
        ...leader,
        product_type: translate(language, `category.${category}`),
      })),
    ),
});
