import { type AccountId, isStopOut } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Tick } from '../feed/market.ts';
import { isCallDue } from './decide-margin-level.ts';
import { type OrderWatchDeps, RETRY_MS, type Watch } from './order-watch.ts';
import { type AccountState, positionsOf } from './state.ts';
import { instrumentOf, type Prices, totalsOf } from './valuation.ts';

export interface MarginWatchDeps extends OrderWatchDeps {
  readonly stopOutPercent: number;
}

/**
 * Ticks within this time are checked together at the latest prices: equity depends on many instruments at
 * once.
 */
const CHECK_MS = 20;

/**
 * Sends an account a command when its equity falls to the stop-out level of its margin, and when a margin call begins or
 * ends.
 */
export function createMarginWatch(deps: MarginWatchDeps): Watch & { onTick(tick: Tick): void } {
  const { market, clock } = deps;
  const exposure = createExposure(market);
  const unchecked = new Set<AccountId>();
  /** Accounts with a command in progress. */
  const inProgress = new Set<AccountId>();
  /**
   * Accounts whose last command failed, with the end of their wait: the next price may be long in coming, and the command
   * itself, which loads the account again, counts as a change of it.
   */
  const failed = new Map<AccountId, () => void>();
  let running = false;
  let cancelCheck: (() => void) | undefined;

  const checkSoon = (accounts: Iterable<AccountId>) => {
    for (const account of accounts) unchecked.add(account);
    if (running && unchecked.size > 0) cancelCheck ??= clock.after(CHECK_MS, check);
  };

  const check = () => {
    cancelCheck = undefined;
    for (const account of [...unchecked].sort((a, b) => a - b)) {
      if (inProgress.has(account) || failed.has(account)) continue;
      unchecked.delete(account);
      const type = dueFor(account);
      if (type !== undefined) ask(account, type);
    }
  };

  /** An account that fails to evaluate must not block other accounts or prices. */
  const dueFor = (account: AccountId): 'stop-out' | 'margin-level' | undefined => {
    try {
      const state = deps.held(account);
      // After a failed write the account is not cached; the command itself loads and checks it.
      if (state === undefined) return 'stop-out';
      const totals = totalsOf(state, market);
      if (totals === undefined) return undefined;
      if (isStopOut(totals.equity, totals.margin, deps.stopOutPercent)) return 'stop-out';
      return isCallDue(state, totals) ? 'margin-level' : undefined;
    } catch (error) {
      deps.report(error);
      return undefined;
    }
  };

  const ask = (account: AccountId, type: 'stop-out' | 'margin-level') => {
    inProgress.add(account);
    deps
      .carryOut(account, { type })
      .catch((error) => {
        deps.report(error);
        if (running)
          failed.set(
            account,
            clock.after(RETRY_MS, () => retry(account)),
          );
      })
      .finally(() => {
        inProgress.delete(account);
        if (unchecked.has(account)) checkSoon([]);
      });
  };

  const retry = (account: AccountId) => {
    failed.delete(account);
    checkSoon([account]);
  };

  return {
    update(state) {
      exposure.update(state);
      if (state.orders.size > 0) checkSoon([state.id]);
    },
    onTick: (tick) => checkSoon(exposure.accountsOf(tick.instrumentId)),
    start() {
      running = true;
    },
    stop() {
      running = false;
      cancelCheck?.();
      cancelCheck = undefined;
      for (const cancel of failed.values()) cancel();
      failed.clear();
    },
  };
}

/** Which accounts a price affects: those with positions in its instrument, or converted by it. */
interface Exposure {
  update(state: AccountState): void;
  accountsOf(instrument: InstrumentId): Iterable<AccountId>;
}

function createExposure(prices: Prices): Exposure {
  const accounts = new Map<InstrumentId, Set<AccountId>>();
  const instruments = new Map<AccountId, ReadonlySet<InstrumentId>>();
  return {
    update(state) {
      const before = instruments.get(state.id) ?? new Set<InstrumentId>();
      const after = exposedTo(state, prices);
      for (const id of before) if (!after.has(id)) accounts.get(id)?.delete(state.id);
      for (const id of after) {
        const exposed = accounts.get(id) ?? new Set<AccountId>();
        accounts.set(id, exposed.add(state.id));
      }
      if (after.size === 0) instruments.delete(state.id);
      else instruments.set(state.id, after);
    },
    accountsOf: (instrument) => accounts.get(instrument) ?? [],
  };
}

function exposedTo(state: AccountState, prices: Prices): ReadonlySet<InstrumentId> {
  const ids = new Set<InstrumentId>();
  for (const position of positionsOf(state)) {
    const instrument = instrumentOf(position, prices);
    if (instrument === undefined) continue;
    ids.add(instrument.id);
    if (instrument.settle.status === 'none') continue;
    const conversion = prices.instrumentByCode(instrument.settle.code);
    if (conversion) ids.add(conversion.id);
  }
  return ids;
}
