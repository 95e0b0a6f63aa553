import type { AccountId } from '../../shared/domain/account.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../feed/market.ts';
import { ElsewhereError } from '../store/errors.ts';
import type { NightRates, Nights } from './nights.ts';
import type { Watch } from './order-watch.ts';
import { type AccountState, positionsOf } from './state.ts';

interface NightWatchDeps {
  /** Of all ticks. */
  readonly onTick: Market['onTick'];
  readonly clock: Pick<Clock, 'every'>;
  readonly nights: Nights;
  readonly rates: Pick<NightRates, 'whenAny'>;
  readonly held: (account: AccountId) => AccountState | undefined;
  /** Books the nights of an account that are due, after the commands that wait. */
  readonly finance: (account: AccountId) => Promise<void>;
  readonly report: (error: unknown) => void;
}

/** How often nights are looked for. Before any command of an account they are booked in any case. */
const WATCH_MS = 1_000;
/** Accounts that are booked at once. */
const AT_ONCE = 20;

/**
 * Books nights when they have passed: soon after their moment, and of accounts that are loaded later. No timer runs until any
 * rate is set.
 */
export function createNightWatch(deps: NightWatchDeps): Watch {
  const { nights } = deps;
  const accounts = new Set<AccountId>();
  /** Those that have changed since they were looked at. */
  let unseen = new Set<AccountId>();
  let next = Number.NEGATIVE_INFINITY;
  let isBooking = false;
  let isRunning = false;
  const undo: (() => void)[] = [];

  const isBehind = (account: AccountId): boolean => {
    const state = deps.held(account);
    // After a failed write the account is not cached; booking its nights loads it.
    return state === undefined || nights.mayBeDue(state);
  };

  /** @returns the error, if it is to be tried again */
  const book = async (account: AccountId): Promise<unknown> => {
    try {
      await deps.finance(account);
      if (isBehind(account)) unseen.add(account);
      return undefined;
    } catch (error) {
      if (error instanceof ElsewhereError) return undefined;
      unseen.add(account);
      return error;
    }
  };

  const look = async (): Promise<void> => {
    const upcoming = nights.next();
    const chosen = upcoming === next ? unseen : accounts;
    const behind = [...chosen].filter(isBehind).sort((a, b) => a - b);
    next = upcoming;
    unseen = new Set();
    const errors: unknown[] = [];
    for (let at = 0; at < behind.length && isRunning; at += AT_ONCE)
      errors.push(...(await Promise.all(behind.slice(at, at + AT_ONCE).map(book))));
    // In an outage the others say the same, each second.
    const first = errors.find((error) => error !== undefined);
    if (first !== undefined) deps.report(first);
  };

  const watch = (): void => {
    if (isBooking) return;
    isBooking = true;
    void look()
      .catch(deps.report)
      .finally(() => {
        isBooking = false;
      });
  };

  return {
    update(state) {
      if (positionsOf(state).length > 0) {
        accounts.add(state.id);
        unseen.add(state.id);
      } else {
        accounts.delete(state.id);
        unseen.delete(state.id);
      }
    },
    start() {
      isRunning = true;
      deps.rates.whenAny(() => {
        if (isRunning) undo.push(deps.onTick(nights.onTick), deps.clock.every(WATCH_MS, watch));
      });
    },
    stop() {
      isRunning = false;
      for (const one of undo.splice(0)) one();
    },
  };
}
