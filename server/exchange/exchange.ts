import type { Mark } from '../../shared/contract/domain.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { addMoney, type Money, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { HistoryFilter, Order, OrderId } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { CID_KEPT_DAYS, PAGE_SIZE } from '../../shared/limits.ts';
import { ok, type Refusal, type Result } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../feed/market.ts';
import { createListeners } from '../listeners.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import type { Command, DealingSettings, Movement, NewOrder, Seen, Validity } from './command.ts';
import { createExecutor } from './executor.ts';
import { createMarginWatch, type MarginWatchDeps } from './margin-watch.ts';
import { orderRepository } from './order-repository.ts';
import { createOrderWatch, type Watch } from './order-watch.ts';
import type { CallOutcome } from './outcome.ts';
import { tappedBy } from './outdated.ts';
import { purgeReplies, type ReplyKey, replyKey } from './reply.ts';
import { type AccountFigures, type AccountState, type DealEvent, figuresOf } from './state.ts';
import { createTrailSaver } from './trail-saver.ts';
import { createTrails, type Trails } from './trails.ts';
import { markOf, type Prices } from './valuation.ts';

interface TransferTerms<T> {
  /**
   * The reply, refusals included, is stored under this key; a repeated call gets it again and nothing moves.
   */
  readonly key?: ReplyKey | undefined;
  /** Builds the reply; must be JSON. */
  readonly answer: (at: TimestampMs) => T;
  /**
   * Writes the movement's own rows in the same transaction. May refuse only before it has written; then no
   * money moves.
   */
  readonly also?: (transaction: Db, answer: T, at: TimestampMs) => Promise<Refusal | undefined>;
}

/**
 * An order as in the reply to its command, with the price and profit of that moment, so that the reply can be
 * repeated.
 */
export type AnsweredOrder = Order & { readonly mark?: Mark };

/** Sent to an account's owner after the change is stored. */
export interface AccountEvent {
  readonly accountId: AccountId;
  /** Whole rows of the orders that changed. */
  readonly orders: readonly Order[];
  readonly closedIds: readonly OrderId[];
  readonly account: AccountFigures;
}

/**
 * Dealing: owns orders, margin and the decisions on them. The HTTP calls, payments, the socket and the
 * operator's commands call it. Commands of one account run one after the other; each is stored before its
 * reply. Refusals carry a wire code, an empty message, and facts named as on the wire (`price`: a decimal;
 * `field`). A call rejects when its write fails. No HTTP, socket or payment workflow here; pure rules belong
 * in `decide-*.ts`, SQL in the repositories.
 */
export interface Exchange {
  submit(account: AccountId, order: NewOrder): Promise<Result<AnsweredOrder>>;
  /** @returns the closed order; for a partial close the closed part, which has its own id */
  close(
    account: AccountId,
    id: OrderId,
    cid: string | undefined,
    volume: Volume | undefined,
    seen?: Seen,
  ): Promise<Result<AnsweredOrder>>;
  /**
   * What became of the command under a cid of one of these calls. Executes nothing; an unknown cid is sealed:
   * a command that comes under it later is refused with 4109.
   */
  outcome(account: AccountId, calls: readonly ReplyKey['call'][], cid: string): Promise<CallOutcome>;
  cancel(account: AccountId, id: OrderId): Promise<Result<AnsweredOrder>>;
  /** A new price for a pending order; refuses as `submit` does, and with 4009 once it is filled or cancelled. */
  amend(
    account: AccountId,
    id: OrderId,
    cid: string | undefined,
    targetPrice: Price,
    validity?: Validity,
  ): Promise<Result<AnsweredOrder>>;
  setStops(
    account: AccountId,
    id: OrderId,
    stops: { readonly stopLoss?: Price; readonly takeProfit?: Price; readonly trailPoints?: number },
  ): Promise<Result<AnsweredOrder>>;
  resetDemo(account: AccountId): Promise<Result<AccountFigures>>;
  /**
   * Moves money in or out of an account, in order with its other commands. Refuses with 4003 for a demo
   * account; with 4106 above the balance or the available prepayment; with 4101 a withdrawal while the value
   * of an open position is unknown; with 4009 a release or payment above the held amount.
   */
  transfer<T>(account: AccountId, movement: Movement, terms: TransferTerms<T>): Promise<Result<T>>;
  figures(account: AccountId): Promise<AccountFigures>;
  /** All pending orders and open positions. */
  working(account: AccountId): Promise<readonly Order[]>;
  /**
   * @param filter of closed orders alone
   * @param limit orders a page
   */
  deals(
    account: AccountId,
    status: 'pending' | 'open' | 'closed',
    page: number,
    filter?: HistoryFilter,
    limit?: number,
  ): Promise<DealPage>;
  /**
   * The current price of an order's instrument and, for an open position, its profit; undefined while
   * unknown.
   */
  mark(order: Order): Mark | undefined;
  /** Number of commands that wait for an earlier one of their account. */
  waiting(): number;
  onAccountEvent(listener: (event: AccountEvent) => void): () => void;
  /**
   * Loads the stored orders and subscribes to the market. Call before the market starts, so that no tick is
   * missed.
   */
  start(): Promise<void>;
  /** Unsubscribes from the market and waits for commands in progress. */
  stop(): Promise<void>;
}

export interface ExchangeDeps {
  readonly store: Store;
  readonly market: Market;
  readonly clock: Clock;
  readonly settings: DealingSettings;
  /** Receives errors of background work, such as a stop that could not be stored. */
  readonly report?: (error: unknown) => void;
}

const DAY_MS = 86_400_000;
const PURGE_MS = 3_600_000;

/** The embedded exchange's dealing over a store and a market. */
export function createExchange(deps: ExchangeDeps): Exchange {
  const { store, market, clock, settings } = deps;
  const report = deps.report ?? ((error: unknown) => console.error(error));
  // The change is already stored: a listener that throws must not turn the call into a refusal.
  const listeners = createListeners<[AccountEvent]>(report);
  const undo: (() => void)[] = [];
  let isStopped = false;

  const trails = createTrails(() => saver.saveSoon());
  const executor = createExecutor({
    store,
    market,
    clock,
    settings,
    stopOf: trails.stopOf,
    onState(state, events) {
      watch.update(state);
      if (events.length > 0) listeners.call(accountEvent(state, events));
    },
    onReloaded: (before, state) => listeners.call(reloadEvent(before, state)),
  });
  const carryOut = (account: AccountId, command: Command) =>
    executor.run(account, { command, answer: nothing });
  const saver = createTrailSaver({ clock, trails, carryOut, report });
  const watch = createWatch({
    market,
    clock,
    trails,
    stopOutPercent: settings.stopOutPercent,
    held: executor.held,
    carryOut,
    report,
  });

  const purge = () => {
    const before = timestampMs(clock.now() - CID_KEPT_DAYS * DAY_MS);
    const goOn = async () => {
      while (await store.write((transaction) => purgeReplies(transaction, before))) if (isStopped) return;
    };
    goOn().catch(report);
  };

  const deal = async (account: AccountId, sent: Command, cid?: string): Promise<Result<AnsweredOrder>> => {
    const key = replyKey(sent.type, cid, sent);
    if (!key.ok) return key;
    const command = asArrived(sent, market.now());
    const answer = (events: readonly DealEvent[]) => orderOf(events, market);
    const outcome = await executor.run(account, { command, key: key.value, answer });
    return outcome.ok ? ok(outcome.value.answer) : outcome;
  };

  return {
    submit: (account, { cid, ...order }) => deal(account, { type: 'submit', order }, cid),
    close: (account, id, cid, volume, seen) =>
      deal(account, { type: 'close', id, ...(volume === undefined ? {} : { volume }), ...seen }, cid),
    outcome: executor.outcome,
    amend: (account, id, cid, targetPrice, validity) =>
      deal(account, { type: 'amend', id, targetPrice, ...validity }, cid),
    cancel: (account, id) => deal(account, { type: 'cancel', id }),
    setStops: (account, id, stops) => deal(account, { type: 'set-stops', id, ...stops }),
    async resetDemo(account) {
      const outcome = await executor.run(account, { command: { type: 'reset' }, answer: nothing });
      return outcome.ok ? ok(figuresOf(outcome.value.state)) : outcome;
    },
    async transfer(account, movement, { key, answer, also }) {
      const command = { type: 'move', movement } as const;
      const outcome = await executor.run(account, { command, key, also, answer: (_, at) => answer(at) });
      return outcome.ok ? ok(outcome.value.answer) : outcome;
    },
    figures: async (account) => figuresOf(await executor.state(account)),
    working: async (account) =>
      [...(await executor.state(account)).orders.values()].map(({ order }) => order),
    deals: async (account, status, page, filter = {}, limit = PAGE_SIZE) =>
      dealPage(store, market, await executor.state(account), status, { page, filter, limit }),
    mark: (order) => markOf(order, market),
    waiting: executor.waiting,
    onAccountEvent: listeners.add,
    async start() {
      watch.start();
      saver.start();
      const accounts = new Set(
        (await orderRepository(store.read).working()).map((record) => record.accountId),
      );
      for (const account of accounts) await executor.state(account);
      purge();
      undo.push(clock.every(PURGE_MS, purge));
    },
    async stop() {
      isStopped = true;
      for (const stop of undo.splice(0)) stop();
      watch.stop();
      await saver.stop();
      await executor.stop();
    },
  };
}

const nothing = () => undefined;

/** Its stored reply is found by the command as it was sent. */
function asArrived(command: Command, now: TimestampMs): Command {
  switch (command.type) {
    case 'submit':
      return { ...command, order: { ...command.order, kind: tappedBy(command.order.kind, now) } };
    case 'close':
    case 'amend':
      return tappedBy(command, now);
    default:
      return command;
  }
}

/**
 * The order of the first event, with its mark; a closed order already has its price and profit.
 * @throws if a command that must return an order produced none: a bug
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
    // The closed part of a partial close was never listed as open under its own id.
    if (ended && event.record.splitFrom === undefined) closedIds.push(event.record.order.id);
  }
  return { accountId: state.id, orders, closedIds, account: figuresOf(state) };
}

/** Nobody was told what the write in doubt has changed, so all rows count as changed. */
const reloadEvent = (before: AccountState, state: AccountState): AccountEvent => ({
  accountId: state.id,
  orders: [...state.orders.values()].map(({ order }) => order),
  closedIds: [...before.orders.keys()].filter((id) => !state.orders.has(id)),
  account: figuresOf(state),
});

interface DealPage {
  readonly orders: readonly Order[];
  readonly total: number;
  readonly balance: Money;
  /**
   * Sum of the profits of all orders of that status: realised for history, floating at the current quotes for
   * holding.
   */
  readonly profits: Money;
}

interface DealQuery {
  readonly page: number;
  readonly filter: HistoryFilter;
  readonly limit: number;
}

/** A page of orders, latest first. Positions of unknown value do not count in the sum. */
async function dealPage(
  store: Store,
  market: Market,
  state: AccountState,
  status: 'pending' | 'open' | 'closed',
  { page, filter, limit }: DealQuery,
): Promise<DealPage> {
  const { balance } = state.standing;
  const from = (page - 1) * limit;
  if (status === 'closed') {
    const { count, profit } = await orderRepository(store.read).closedTotals(state.id, filter);
    const orders = await orderRepository(store.read).closed(state.id, filter, from, limit);
    return { orders, total: count, balance, profits: profit };
  }
  const all = [...state.orders.values()]
    .map(({ order }) => order)
    .filter((order) => order.status === status)
    .sort((a, b) => b.id - a.id);
  const profits = all.reduce(
    (sum, order) => addMoney(sum, markOf(order, market)?.pnl ?? ZERO_MONEY),
    ZERO_MONEY,
  );
  return { orders: all.slice(from, from + limit), total: all.length, balance, profits };
}

/** Watches prices for the accounts: targets and stops at each tick, stop-outs shortly after. */
function createWatch(deps: MarginWatchDeps & { readonly trails: Trails }): Watch {
  const orders = createOrderWatch(deps);
  const margins = createMarginWatch(deps);
  let unsubscribe: (() => void) | undefined;
  return {
    update(state) {
      orders.update(state);
      margins.update(state);
    },
    start() {
      orders.start();
      margins.start();
      unsubscribe = deps.market.onTick((tick) => {
        // A bug here must not keep the tick from other listeners.
        try {
          orders.onTick(tick);
          margins.onTick(tick);
        } catch (error) {
          deps.report(error);
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
