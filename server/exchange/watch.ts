import type { AccountId } from '../../shared/domain/account.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../feed/market.ts';
import type { Command } from './command.ts';
import { createMarginWatch } from './margin-watch.ts';
import { createOrderWatch } from './order-watch.ts';
import type { AccountState } from './state.ts';

export interface WatchParts {
  readonly market: Market;
  readonly clock: Clock;
  readonly stopOutPercent: number;
  /** Undefined for an account that is not held. */
  readonly held: (account: AccountId) => AccountState | undefined;
  /** Settles when the command has been carried out; rejects when that could not be stored. */
  readonly carryOut: (account: AccountId, command: Command) => Promise<unknown>;
  readonly report: (error: unknown) => void;
}

/** Watches prices on behalf of the accounts: targets and stops at each tick, stop outs soon after. */
export interface Watch {
  /** Takes up an account as it stands now. */
  update(state: AccountState): void;
  start(): void;
  stop(): void;
}

export function createWatch(parts: WatchParts): Watch {
  const orders = createOrderWatch(parts);
  const margins = createMarginWatch(parts);
  let unsubscribe: (() => void) | undefined;
  return {
    update(state) {
      orders.update(state);
      margins.update(state);
    },
    start() {
      orders.start();
      margins.start();
      unsubscribe = parts.market.onTick((tick) => {
        // A bug here must not keep the tick from whoever else listens.
        try {
          orders.onTick(tick);
          margins.onTick(tick);
        } catch (error) {
          parts.report(error);
        }
      });
    },
    stop() {
      unsubscribe?.();
      orders.stop();
      margins.stop();
    },
  };
}
