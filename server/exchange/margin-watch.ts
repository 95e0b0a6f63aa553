import type { AccountId } from '../../shared/domain/account.ts';
import type { Tick } from '../feed/market.ts';
import { mustClose } from './decide-stop-out.ts';
import { createExposure } from './exposure.ts';
import type { Watch, WatchParts } from './watch.ts';

/** Ticks of this long are judged together, at the prices of the last: equity depends on many instruments at once. */
const CHECK_MS = 20;

/** Sends an account a command when its equity no longer carries its margin. */
export function createMarginWatch(parts: WatchParts): Watch & { onTick(tick: Tick): void } {
  const { market, clock } = parts;
  const exposure = createExposure(market);
  const unjudged = new Set<AccountId>();
  /** Accounts whose command is under way. */
  const closing = new Set<AccountId>();
  let running = false;
  let cancelCheck: (() => void) | undefined;

  const judgeSoon = (accounts: Iterable<AccountId>) => {
    for (const account of accounts) unjudged.add(account);
    if (running && unjudged.size > 0) cancelCheck ??= clock.after(CHECK_MS, judge);
  };

  const judge = () => {
    cancelCheck = undefined;
    for (const account of [...unjudged].sort((a, b) => a - b)) {
      if (closing.has(account)) continue;
      unjudged.delete(account);
      if (isDue(account)) close(account);
    }
  };

  /** One account that cannot be reckoned holds up neither the others nor the prices. */
  const isDue = (account: AccountId): boolean => {
    try {
      const state = parts.held(account);
      // An account that is not in memory after a failed write is read, and judged, by the command itself.
      return state === undefined || mustClose(state, market, parts.stopOutPercent);
    } catch (error) {
      parts.report(error);
      return false;
    }
  };

  const close = (account: AccountId) => {
    closing.add(account);
    parts
      .carryOut(account, { type: 'stop-out' })
      .catch(parts.report)
      .finally(() => {
        closing.delete(account);
        if (unjudged.has(account)) judgeSoon([]);
      });
  };

  return {
    update(state) {
      exposure.update(state);
      if (state.orders.size > 0) judgeSoon([state.id]);
    },
    onTick: (tick) => judgeSoon(exposure.accountsOf(tick.instrumentId)),
    start() {
      running = true;
    },
    stop() {
      running = false;
      cancelCheck?.();
      cancelCheck = undefined;
    },
  };
}
