import type { AccountId } from '../../shared/domain/account.ts';
import type { Order, OrderId } from '../../shared/domain/order.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { CID_KEPT_DAYS } from '../../shared/limits.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../feed/market.ts';
import type { Store } from '../store/store.ts';
import type { Command, DealingSettings } from './command.ts';
import { dealPage } from './deals.ts';
import { createEngine } from './engine.ts';
import type { AccountEvent, AnsweredOrder, Exchange } from './exchange.ts';
import { orderRepository } from './order-repository.ts';
import { replyKey } from './reply.ts';
import { replyRepository } from './reply-repository.ts';
import { type AccountState, type DealEvent, figuresOf } from './state.ts';
import { markOf, type Prices } from './valuation.ts';
import { createWatch } from './watch.ts';

export interface ExchangeParts {
  readonly store: Store;
  readonly market: Market;
  readonly clock: Clock;
  readonly settings: DealingSettings;
  /** Told of what went wrong where nobody waits for an answer, such as a stop that could not be stored. */
  readonly report?: (error: unknown) => void;
}

const DAY_MS = 86_400_000;
const PURGE_MS = 3_600_000;

/** The embedded exchange's dealing over a store and a market. */
export function createExchange(parts: ExchangeParts): Exchange {
  const { store, market, clock, settings } = parts;
  const report = parts.report ?? ((error: unknown) => console.error(error));
  const listeners = new Set<(event: AccountEvent) => void>();
  const undo: (() => void)[] = [];

  const engine = createEngine({
    store,
    market,
    clock,
    settings,
    onState(state, events) {
      watch.update(state);
      if (events.length === 0) return;
      const told = accountEvent(state, events);
      for (const listener of listeners) {
        // The change is stored: whoever fails to pass it on must not make it look refused.
        try {
          listener(told);
        } catch (error) {
          report(error);
        }
      }
    },
  });
  const watch = createWatch({
    market,
    clock,
    stopOutPercent: settings.stopOutPercent,
    held: engine.held,
    carryOut: (account, command) => engine.run(account, { command, answer: nothing }),
    report,
  });

  const purge = () => {
    const before = timestampMs(clock.now() - CID_KEPT_DAYS * DAY_MS);
    store.write((transaction) => replyRepository(transaction).purge(before)).catch(report);
  };

  const deal = async (account: AccountId, command: Command, cid?: string): Promise<Result<AnsweredOrder>> => {
    const key = replyKey(command.type, cid, command);
    if (!key.ok) return key;
    const answer = (events: readonly DealEvent[]) => orderOf(events, market);
    const outcome = await engine.run(account, { command, key: key.value, answer });
    return outcome.ok ? ok(outcome.value.answer) : outcome;
  };

  return {
    submit: (account, { cid, ...order }) => deal(account, { type: 'submit', order }, cid),
    close: (account, id, cid, volume) =>
      deal(account, { type: 'close', id, ...(volume === undefined ? {} : { volume }) }, cid),
    cancel: (account, id) => deal(account, { type: 'cancel', id }),
    setStops: (account, id, stops) => deal(account, { type: 'set-stops', id, ...stops }),
    async resetDemo(account) {
      const outcome = await engine.run(account, { command: { type: 'reset' }, answer: nothing });
      return outcome.ok ? ok(figuresOf(outcome.value.state)) : outcome;
    },
    async transfer(account, movement, { key, answer, also }) {
      const command = { type: 'move', movement } as const;
      const outcome = await engine.run(account, { command, key, also, answer: (_, at) => answer(at) });
      return outcome.ok ? ok(outcome.value.answer) : outcome;
    },
    figures: async (account) => figuresOf(await engine.state(account)),
    working: async (account) => [...(await engine.state(account)).orders.values()].map(({ order }) => order),
    deals: async (account, status, page) =>
      dealPage(store, market, await engine.state(account), status, page),
    mark: (order) => markOf(order, market),
    onAccountEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async start() {
      watch.start();
      const accounts = new Set(
        (await orderRepository(store.read).working()).map((record) => record.accountId),
      );
      for (const account of accounts) await engine.state(account);
      purge();
      undo.push(clock.every(PURGE_MS, purge));
    },
    async stop() {
      for (const stop of undo.splice(0)) stop();
      watch.stop();
      await engine.idle();
    },
  };
}

const nothing = () => undefined;

/**
 * The order of the first event, with its mark; a closed one has its price and profit already.
 * @throws when a command that answers with an order came to nothing: a bug
 */
function orderOf(events: readonly DealEvent[], prices: Prices): AnsweredOrder {
  const [first] = events;
  if (first === undefined || !('record' in first)) throw new Error('a command ended without an order');
  const { order } = first.record;
  const mark = order.status === 'closed' ? undefined : markOf(order, prices);
  return mark === undefined ? order : { ...order, mark };
}

function accountEvent(state: AccountState, events: readonly DealEvent[]): AccountEvent {
  const orders: Order[] = [];
  const closedIds: OrderId[] = [];
  for (const event of events) {
    if (!('record' in event)) continue;
    orders.push(event.record.order);
    const ended = event.type === 'closed' || event.type === 'cancelled';
    // The closed part of a position was never listed as open under its own id.
    if (ended && event.record.splitFrom === undefined) closedIds.push(event.record.order.id);
  }
  return { accountId: state.id, orders, closedIds, account: figuresOf(state) };
}
