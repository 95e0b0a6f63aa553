import type { Mark } from '../../shared/contract/order-row.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Restriction } from '../../shared/domain/allowed.ts';
import type { NightTime } from '../../shared/domain/financing.ts';
import type { Order, OrderId } from '../../shared/domain/order.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import { CID_KEPT_DAYS } from '../../shared/limits.ts';
import { ok, type Refusal, type Result } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../feed/market.ts';
import type { PastTicks } from '../feed/past-ticks.ts';
import { createListeners } from '../listeners.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { type AccountReads, createAccountReads } from './account-reads.ts';
import type { Command, DealingSettings, Movement } from './command.ts';
import { createDealing, type Dealing, type OperatorDealing } from './dealing.ts';
import { waivedNights } from './decide-finance.ts';
import { createExecutor } from './executor.ts';
import { createMarginWatch, type MarginWatchDeps } from './margin-watch.ts';
import { createNightWatch } from './night-watch.ts';
import { createNights, type NightRates } from './nights.ts';
import { createOrderWatch, type Watch } from './order-watch.ts';
import { purgeReplies, type ReplyKey } from './reply.ts';
import { type AccountFigures, type AccountState, type DealEvent, figuresOf } from './state.ts';
import { createTrailSaver } from './trail-saver.ts';
import { createTrails, type Trails } from './trails.ts';
import { markOf } from './valuation.ts';

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

/** Sent to an account's owner after the change is stored. */
export interface AccountEvent {
  readonly accountId: AccountId;
  /** The number of the account's change: one more than that of the event before, unless that one was lost. */
  readonly n: number;
  /** Whole rows of the orders that changed. */
  readonly orders: readonly Order[];
  readonly closedIds: readonly OrderId[];
  readonly account: AccountFigures;
}

/** What a price has done to an account, after it is stored: an order that it filled or closed, or a margin call. */
interface PriceEvent {
  readonly accountId: AccountId;
  readonly order: Order | 'margin-call';
}

/**
 * Dealing: owns orders, margin and the decisions on them. The HTTP calls, payments, the socket and the
 * operator's commands call it. No HTTP, socket or payment workflow here; pure rules belong in `decide-*.ts`,
 * SQL in the repositories.
 */
export interface Exchange extends Dealing, OperatorDealing, AccountReads {
  /**
   * Moves money in or out of an account, in order with its other commands. Its terms are functions, so only
   * the process that deals can call it. Refuses with 4003 for a demo account; with 4106 above the balance or
   * the available prepayment; with 4101 a withdrawal while the value of an open position is unknown; with 4009
   * a release or payment above the held amount.
   */
  transfer<T>(account: AccountId, movement: Movement, terms: TransferTerms<T>): Promise<Result<T>>;
  /**
   * Restricts the account's owner in order with its commands; undefined lifts it. Positions, stops and pending orders stay.
   * @param also stores it, in the same transaction; not called when nothing changes
   */
  restrict(
    account: AccountId,
    restriction: Restriction | undefined,
    also: (transaction: Db, at: TimestampMs) => Promise<void>,
  ): Promise<void>;
  /**
   * The current price of an order's instrument and, for an open position, its profit; undefined while
   * unknown.
   */
  mark(order: Order): Mark | undefined;
  /** Number of commands that wait for an earlier one of their account. */
  waiting(): number;
  /** @param isFollowed false for accounts whose events may be left out, which saves reading them. Default: the listener gets all */
  onAccountEvent(
    listener: (event: AccountEvent) => void,
    isFollowed?: (account: AccountId) => boolean,
  ): () => void;
  /** Called in the process that deals with the account. */
  onPriceEvent(listener: (event: PriceEvent) => void): () => void;
  /**
   * Loads the stored orders and subscribes to the market. Call before the market starts, so that no tick is
   * missed.
   */
  start(): Promise<void>;
  /** Loads stored orders of accounts that it deals for from now on. */
  take(which: (account: AccountId) => boolean): Promise<void>;
  /**
   * Stores what is not stored yet, and forgets these accounts after the commands in progress.
   * @param stopDealing called between the two: from then on this process does not deal for them
   */
  release(which: (account: AccountId) => boolean, stopDealing: () => void): Promise<void>;
  /** Unsubscribes from the market and waits for commands in progress. */
  stop(): Promise<void>;
}

export interface ExchangeDeps {
  readonly store: Store;
  readonly market: Market;
  readonly clock: Clock;
  /** Where the prices come from another process. Default: orders are judged by the ticks that come after they were loaded. */
  readonly past?: PastTicks | undefined;
  readonly settings: DealingSettings;
  /** What nights cost, and when they are. Default: there are none. */
  readonly financing?: Financing | undefined;
  /** Which accounts it deals for at the moment. Default: all. */
  readonly isDealt?: (account: AccountId) => boolean;
  /** Whether it deletes old replies of all accounts. Default: yes. */
  readonly isPurging?: () => boolean;
  /** Receives errors of background work, such as a stop that could not be stored. */
  readonly report?: (error: unknown) => void;
}

interface Financing {
  readonly time: NightTime;
  readonly rates: NightRates;
  /** Of all ticks, also those that trigger nothing. */
  readonly onTick: Market['onTick'];
}

const CID_KEPT_MS = CID_KEPT_DAYS * 86_400_000;
const PURGE_MS = 3_600_000;

/** The embedded exchange's dealing over a store and a market. */
export function createExchange(deps: ExchangeDeps): Exchange {
  const { store, market, clock, past, settings, isDealt = () => true, isPurging = () => true } = deps;
  const report = deps.report ?? ((error: unknown) => console.error(error));
  // The change is already stored: a listener that throws must not turn the call into a refusal.
  const listeners = createListeners<[AccountEvent]>(report);
  const priceListeners = createListeners<[PriceEvent]>(report);
  const undo: (() => void)[] = [];
  let isStopped = false;

  const trails = createTrails(() => saver.saveSoon());
  const { financing } = deps;
  const nights = financing && createNights({ market, past, ...financing });
  const executor = createExecutor({
    nights,
    store,
    market,
    clock,
    past,
    settings,
    stopOf: trails.stopOf,
    isDealt,
    onState(state, events) {
      watch.update(state);
      nightWatch?.update(state);
      if (events.length > 0) listeners.call(accountEvent(state, events));
      for (const sentence of waivedNights(events)) report(new Error(sentence));
      for (const order of byPrice(events)) priceListeners.call({ accountId: state.id, order });
      if (events.some((event) => event.type === 'called' && event.by === 'level'))
        priceListeners.call({ accountId: state.id, order: 'margin-call' });
    },
    onReloaded: (before, state) => listeners.call(reloadEvent(before, state)),
  });
  const carryOut = (account: AccountId, command: Command): Promise<unknown> =>
    isDealt(account) ? executor.run(account, { command, answer: nothing }) : Promise.resolve();
  const saver = createTrailSaver({ clock, trails, carryOut, report });
  const watch = createWatch({
    market,
    clock,
    past,
    trails,
    settings,
    stopOutPercent: settings.stopOutPercent,
    held: executor.held,
    carryOut,
    report,
  });

  const nightWatch =
    nights &&
    createNightWatch({
      clock,
      nights,
      ...financing,
      held: executor.held,
      finance: executor.finance,
      report,
    });

  const purge = () => {
    if (!isPurging()) return;
    const before = timestampMs(clock.surely(CID_KEPT_MS) - CID_KEPT_MS);
    const goOn = async () => {
      while (await store.write((transaction) => purgeReplies(transaction, before))) if (isStopped) return;
    };
    goOn().catch(report);
  };

  return {
    ...createDealing({ executor, market, clock }),
    ...createAccountReads({ store, prices: market, stateOf: executor.state }),
    async transfer(account, movement, { key, answer, also }) {
      const command = { type: 'move', movement } as const;
      const outcome = await executor.run(account, { command, key, also, answer: (_, at) => answer(at) });
      return outcome.ok ? ok(outcome.value.answer) : outcome;
    },
    async restrict(account, restriction, also) {
      const command = { type: 'restrict', restriction } as const;
      const store = async (transaction: Db, _: undefined, at: TimestampMs) => {
        await also(transaction, at);
        return undefined;
      };
      await executor.run(account, { command, also: store, answer: nothing });
    },
    mark: (order) => markOf(order, market),
    waiting: executor.waiting,
    onAccountEvent: listeners.add,
    onPriceEvent: priceListeners.add,
    async start() {
      watch.start();
      nightWatch?.start();
      saver.start();
      await executor.loadWorking(isDealt);
      purge();
      undo.push(clock.every(PURGE_MS, purge));
    },
    take: executor.loadWorking,
    async release(which, stopDealing) {
      await saver.save();
      stopDealing();
      await executor.release(which);
    },
    async stop() {
      isStopped = true;
      for (const stop of undo.splice(0)) stop();
      watch.stop();
      nightWatch?.stop();
      await saver.stop();
      await executor.stop();
    },
  };
}

const nothing = () => undefined;

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
  return { accountId: state.id, n: state.n, orders, closedIds, account: figuresOf(state) };
}

/** The orders that a price has filled, closed or cancelled. Only one that was placed as pending has a side to wait on. */
const byPrice = (events: readonly DealEvent[]): readonly Order[] =>
  events.flatMap((event): readonly Order[] => {
    if (event.type === 'opened') return event.record.waitsBelow === undefined ? [] : [event.record.order];
    if (event.type !== 'closed' && event.type !== 'cancelled') return [];
    const { order } = event.record;
    const reason = 'reason' in order ? order.reason : undefined;
    return reason === undefined || reason === 'manual' || reason === 'reset' ? [] : [order];
  });

/** No event has said what the write in doubt has changed, so all rows count as changed. */
const reloadEvent = (before: AccountState, state: AccountState): AccountEvent => ({
  accountId: state.id,
  n: state.n,
  orders: [...state.orders.values()].map(({ order }) => order),
  closedIds: [...before.orders.keys()].filter((id) => !state.orders.has(id)),
  account: figuresOf(state),
});

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
