import type { AccountId } from '../../shared/domain/account.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Market, Tick } from '../feed/market.ts';
import type { Command } from './command.ts';
import type { AccountState, WorkingOrder } from './state.ts';
import { createTriggers } from './triggers.ts';
import { instrumentOf } from './valuation.ts';

export interface OrderWatchDeps {
  readonly market: Market;
  /** Undefined for an account that is not loaded. */
  readonly held: (account: AccountId) => AccountState | undefined;
  /** Resolves when the command is done; rejects when its write failed. */
  readonly carryOut: (account: AccountId, command: Command) => Promise<unknown>;
  readonly report: (error: unknown) => void;
}

/** Acts on prices for the registered accounts. */
export interface Watch {
  /** Registers or updates the account's current state. */
  update(state: AccountState): void;
  start(): void;
  stop(): void;
}

/** Sends an account a command when a tick reaches the target or a stop of one of its orders. */
export function createOrderWatch(deps: OrderWatchDeps): Watch & { onTick(tick: Tick): void } {
  const { market } = deps;
  const triggers = createTriggers();
  const known = new Map<AccountId, AccountState['orders']>();
  /** Orders with a command in progress: further ticks need not send another. */
  const inProgress = new Set<OrderId>();
  let running = false;

  const ask = (watched: WorkingOrder, price: Price, at: TimestampMs) => {
    const { id } = watched.order;
    if (!running || inProgress.has(id)) return;
    inProgress.add(id);
    deps
      .carryOut(watched.accountId, { type: 'trigger', id, price, at })
      .catch(deps.report)
      .finally(() => {
        inProgress.delete(id);
        recheck(watched, price);
      });
  };

  /** The trigger may have been reached meanwhile, by a later price or because the order changed. */
  const recheck = (before: WorkingOrder, seen: Price) => {
    const watched = deps.held(before.accountId)?.orders.get(before.order.id);
    if (watched === undefined) return;
    const quote = market.quote(watched.order.instrumentId);
    if (watched !== before || quote?.close !== seen) checkNow([watched]);
  };

  const checkNow = (orders: readonly WorkingOrder[]) => {
    for (const watched of orders) {
      const instrument = instrumentOf(watched.order, market);
      const quote = instrument && market.quote(instrument.id);
      if (quote === undefined || instrument?.market.status !== 'open') continue;
      if (triggers.isReached(watched, quote.close)) ask(watched, quote.close, market.now());
    }
  };

  return {
    update(state) {
      const before = known.get(state.id);
      for (const id of before?.keys() ?? []) if (!state.orders.has(id)) triggers.remove(id);
      const changed = [...state.orders.values()].filter((order) => before?.get(order.order.id) !== order);
      for (const order of changed) triggers.put(order);
      if (state.orders.size > 0) known.set(state.id, state.orders);
      else known.delete(state.id);
      checkNow(changed);
    },
    onTick(tick) {
      for (const watched of triggers.reached(tick.instrumentId, tick.price)) {
        ask(watched, tick.price, tick.time);
      }
    },
    start() {
      running = true;
    },
    stop() {
      running = false;
    },
  };
}
