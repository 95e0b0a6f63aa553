import type { OrderId } from '../../shared/order.ts';
import type { Price } from '../../shared/price.ts';
import type { TimestampMs } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { Market, Tick } from '../feed/market.ts';
import type { Command } from './command.ts';
import { mustClose } from './decide-stop-out.ts';
import type { AccountId } from './exchange.ts';
import { createExposure } from './exposure.ts';
import type { AccountState, WorkingOrder } from './state.ts';
import { createTriggers } from './triggers.ts';
import { instrumentOf } from './valuation.ts';

/** Ticks of this long are judged together for stop outs, at the prices of the last. */
export const STOP_OUT_CHECK_MS = 20;

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

/** Watches prices on behalf of the working orders: targets, stops and stop outs. */
export interface Watch {
  /** Takes up an account as it stands now. */
  update(state: AccountState): void;
  start(): void;
  stop(): void;
}

export function createWatch(parts: WatchParts): Watch {
  const { market, clock } = parts;
  const triggers = createTriggers();
  const exposure = createExposure(market);
  const known = new Map<AccountId, AccountState['orders']>();
  /** Orders whose command is under way: further ticks need not ask again. */
  const asked = new Set<OrderId>();
  const unjudged = new Set<AccountId>();
  const judging = new Set<AccountId>();
  const undo: (() => void)[] = [];
  let cancelCheck: (() => void) | undefined;

  const ask = (watched: WorkingOrder, price: Price, at: TimestampMs) => {
    const { id } = watched.order;
    if (asked.has(id)) return;
    asked.add(id);
    parts
      .carryOut(watched.accountId, { type: 'trigger', id, price, at })
      .catch(parts.report)
      .finally(() => {
        asked.delete(id);
        lookAgain(watched, price);
      });
  };

  /** What the order waits for may have been reached since: by a later price, or because the order is another now. */
  const lookAgain = (asked: WorkingOrder, seen: Price) => {
    const watched = parts.held(asked.accountId)?.orders.get(asked.order.id);
    if (watched === undefined) return;
    const quote = market.quote(watched.order.instrumentId);
    if (watched !== asked || quote?.close !== seen) checkNow([watched]);
  };

  const checkNow = (orders: readonly WorkingOrder[]) => {
    for (const watched of orders) {
      const instrument = instrumentOf(watched.order, market);
      const quote = instrument && market.quote(instrument.id);
      if (quote === undefined || instrument?.market.status !== 'open') continue;
      const reached = triggers.reached(instrument.id, quote.close);
      if (reached.some(({ order }) => order.id === watched.order.id)) ask(watched, quote.close, market.now());
    }
  };

  const judge = () => {
    cancelCheck = undefined;
    for (const account of [...unjudged].sort((a, b) => a - b)) {
      if (judging.has(account)) continue;
      unjudged.delete(account);
      const state = parts.held(account);
      if (state !== undefined && !mustClose(state, market, parts.stopOutPercent)) continue;
      judging.add(account);
      parts
        .carryOut(account, { type: 'stop-out' })
        .catch(parts.report)
        .finally(() => {
          judging.delete(account);
          if (unjudged.has(account)) judgeSoon([account]);
        });
    }
  };

  const judgeSoon = (accounts: Iterable<AccountId>) => {
    for (const account of accounts) unjudged.add(account);
    if (unjudged.size > 0) cancelCheck ??= clock.after(STOP_OUT_CHECK_MS, judge);
  };

  const onTick = (tick: Tick) => {
    for (const watched of triggers.reached(tick.instrumentId, tick.price))
      ask(watched, tick.price, tick.time);
    judgeSoon(exposure.accountsOf(tick.instrumentId));
  };

  return {
    update(state) {
      const before = known.get(state.id);
      for (const id of before?.keys() ?? []) if (!state.orders.has(id)) triggers.remove(id);
      const changed = [...state.orders.values()].filter((order) => before?.get(order.order.id) !== order);
      for (const order of changed) triggers.put(order);
      if (state.orders.size > 0) known.set(state.id, state.orders);
      else known.delete(state.id);
      exposure.update(state);
      checkNow(changed);
      if (state.orders.size > 0) judgeSoon([state.id]);
    },
    start: () => void undo.push(market.onTick(onTick)),
    stop() {
      for (const stop of undo.splice(0)) stop();
      cancelCheck?.();
      cancelCheck = undefined;
    },
  };
}
