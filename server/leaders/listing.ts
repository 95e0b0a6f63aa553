import type { WireLeader } from '../../shared/contract/wire-people.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { type Money, moneyToWire } from '../../shared/domain/money.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import { type LeaderFigures, leaderFigures, WINDOW_MS } from './figures.ts';
import type { DealTotals, LeaderRecord } from './leader-repository.ts';

export interface ListingParts {
  readonly store: Store;
  readonly clock: Clock;
  /** The exchange's time. */
  readonly now: () => TimestampMs;
  readonly leaders: () => readonly LeaderRecord[];
}

/** However many ask, the orders are gone through once in so long. */
const FRESH_MS = 3_000;
const DAY_MS = 86_400_000;

/** The leaders with their figures of now, in the order in which they were taken on. */
export function createListing({ store, clock, now, leaders }: ListingParts) {
  const longAgo = new Map<
    AccountId,
    { readonly opening: Money; readonly before: DealTotals & { at: TimestampMs } }
  >();
  let latest: { readonly at: number; readonly list: Promise<readonly WireLeader[]> } | undefined;

  /** What lies before the window changes once a day: the window begins with a day's rest of it. */
  const historyOf = async (account: AccountId, windowStart: TimestampMs) => {
    const at = timestampMs(Math.floor(windowStart / DAY_MS) * DAY_MS);
    const known = longAgo.get(account);
    if (known?.before.at === at) return known;
    const totals = await store.read.leaders.totalsBefore(account, at);
    const history = { opening: await store.read.leaders.opening(account), before: { ...totals, at } };
    longAgo.set(account, history);
    return history;
  };

  const gather = async (): Promise<readonly WireLeader[]> => {
    const windowStart = timestampMs(now() - WINDOW_MS);
    const list: WireLeader[] = [];
    for (const { name, account } of leaders()) {
      const history = await historyOf(account, windowStart);
      const deals = await store.read.leaders.dealsSince(account, history.before.at);
      const figures = leaderFigures({ ...history, deals }, windowStart);
      if (figures) list.push(wireLeader(name, figures));
    }
    return list;
  };

  return (): Promise<readonly WireLeader[]> => {
    const at = clock.now();
    if (latest !== undefined && at >= latest.at && at < latest.at + FRESH_MS) return latest.list;
    const own = { at, list: gather() };
    latest = own;
    own.list.catch(() => {
      // The next to ask tries again.
      if (latest === own) latest = undefined;
    });
    return own.list;
  };
}

const wireLeader = (name: string, figures: LeaderFigures): WireLeader => ({
  user: name,
  multiple: figures.multiple,
  three_week_rate: figures.windowRate / 100,
  three_week_win: figures.windowWin / 100,
  three_week_profit: moneyToWire(figures.windowProfit),
  total_rate: figures.totalRate / 100,
  total_trade_num: figures.totalTrades,
  code: figures.showCode,
});
