import type { AccountId } from '../../shared/domain/account.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { TwoPrices } from '../../shared/domain/quote.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import type { Market, Tick } from '../feed/market.ts';
import { openTicksSince, type PastTicks } from '../feed/past-ticks.ts';
import { catchUp } from './catch-up.ts';
import type { Command, DealingSettings } from './command.ts';
import type { AccountState, WorkingOrder } from './state.ts';
import { isSameTrail, type Trails } from './trails.ts';
import { createTriggers } from './triggers.ts';
import { instrumentOf, isJudged, mayFill } from './valuation.ts';

export interface OrderWatchDeps {
  readonly market: Market;
  readonly settings: Pick<DealingSettings, 'refusesReal'>;
  readonly clock: Clock;
  readonly past: Pick<PastTicks, 'since'> | undefined;
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

/** After a failed command an order waits for the next tick that reaches it, or this long; an account this long. */
export const RETRY_MS = 1_000;

/** The prices that reached an order, and the order as it was then. */
interface Touch {
  readonly watched: WorkingOrder;
  readonly prices: TwoPrices;
  readonly at: TimestampMs;
  readonly source: string | undefined;
}

/** Sends an account a command when a tick reaches the target or a stop of one of its orders. */
export function createOrderWatch(
  deps: OrderWatchDeps & { readonly trails: Trails },
): Watch & { onTick(tick: Tick): void } {
  const { market, clock, past, trails, settings } = deps;
  const triggers = createTriggers();
  const known = new Map<AccountId, AccountState['orders']>();
  /** Orders with a command in progress: further ticks need not send another. */
  const inProgress = new Set<OrderId>();
  /**
   * What reached an order first, until its command is done. It counts after a failed write, too, though the price may be
   * back; not once the user has changed the order.
   */
  const touches = new Map<OrderId, Touch>();
  /**
   * Orders whose last command failed, with the end of their wait. A failed write reloads the account, which counts as a
   * change of all its orders: without a wait, two that are reached would make each other try again without end.
   */
  const failed = new Map<OrderId, () => void>();
  let running = false;

  const trigger = (watched: WorkingOrder, prices: TwoPrices, at: TimestampMs, source?: string) => {
    const { id } = watched.order;
    if (!running || inProgress.has(id)) return;
    if (isHeldBack(watched)) return void touches.delete(id);
    endWait(id);
    inProgress.add(id);
    trails.freeze(id);
    const touch = touches.get(id) ?? { watched, prices, at, source };
    touches.set(id, touch);
    deps
      .carryOut(watched.accountId, {
        type: 'trigger',
        id,
        close: touch.prices.close,
        ask: touch.prices.ask,
        at: touch.at,
        source: touch.source,
      })
      .then(
        () => void touches.delete(id),
        (error) => {
          deps.report(error);
          if (running)
            failed.set(
              id,
              clock.after(RETRY_MS, () => retry(watched)),
            );
        },
      )
      .finally(() => {
        inProgress.delete(id);
        if (!touches.has(id)) recheck(watched, touch.prices);
      });
  };

  /** A pending order that may not be filled now is judged by a later tick. */
  const isHeldBack = ({ accountId, order }: WorkingOrder): boolean => {
    const [instrument, state] = [instrumentOf(order, market), deps.held(accountId)];
    return order.status === 'pending' && !!instrument && !!state && !mayFill(state, instrument, settings);
  };

  const endWait = (id: OrderId) => {
    failed.get(id)?.();
    failed.delete(id);
  };

  const retry = ({ accountId, order: { id } }: WorkingOrder) => {
    failed.delete(id);
    const watched = known.get(accountId)?.get(id);
    const touch = touches.get(id);
    if (watched && touch) trigger(watched, touch.prices, touch.at, touch.source);
    else if (watched) checkAll([watched]);
  };

  /** The trigger may have been reached meanwhile, by a later price or because the order changed. */
  const recheck = (before: WorkingOrder, seen: TwoPrices) => {
    const watched = deps.held(before.accountId)?.orders.get(before.order.id);
    if (watched === undefined) return;
    trails.put(watched, clock.steady());
    const quote = market.quote(watched.order.instrumentId);
    if (watched !== before || quote?.close !== seen.close || quote.ask !== seen.ask) checkNow([watched]);
  };

  /** Judges orders by the ticks since their last decision, and by the current price. */
  const checkAll = (orders: readonly WorkingOrder[]) => {
    for (const watched of orders) {
      const { order, pricesAt } = watched;
      const isAsked = inProgress.has(order.id) || failed.has(order.id);
      if (pricesAt === undefined || isAsked) continue;
      const ticks = openTicksSince(past, market, instrumentOf(order, market), pricesAt);
      const { stop, touchedBy } = catchUp(watched, ticks);
      if (stop !== undefined) trails.move(order.id, stop);
      if (touchedBy) trigger(watched, touchedBy, touchedBy.time);
    }
    checkNow(orders);
  };

  const checkNow = (orders: readonly WorkingOrder[]) => {
    for (const watched of orders) {
      if (failed.has(watched.order.id)) continue;
      const instrument = instrumentOf(watched.order, market);
      const quote = instrument && market.quote(instrument.id);
      if (quote === undefined || !isJudged(instrument, market)) continue;
      const [at, source] = [market.now(), market.sourceOf(quote.instrumentId)];
      for (const touched of trails.take(watched.order.instrumentId, quote))
        trigger(touched, quote, at, source);
      if (triggers.isReached(watched, quote)) trigger(watched, quote, at, source);
    }
  };

  return {
    update(state) {
      const before = known.get(state.id);
      for (const id of before?.keys() ?? []) {
        if (state.orders.has(id)) continue;
        triggers.remove(id);
        trails.remove(id);
        touches.delete(id);
        endWait(id);
      }
      const changed = [...state.orders.values()].filter((order) => before?.get(order.order.id) !== order);
      for (const order of changed) {
        const { id } = order.order;
        const touch = touches.get(id);
        if (touch && !hasSameTriggers(touch.watched, order)) touches.delete(id);
        triggers.put(order);
        trails.put(order, clock.steady());
        if (inProgress.has(id) || touches.has(id)) trails.freeze(id);
      }
      if (state.orders.size > 0) known.set(state.id, state.orders);
      else known.delete(state.id);
      checkAll(changed);
    },
    onTick(tick) {
      const source = market.sourceOf(tick.instrumentId);
      for (const watched of trails.take(tick.instrumentId, tick)) trigger(watched, tick, tick.time, source);
      for (const watched of triggers.reached(tick.instrumentId, tick))
        trigger(watched, tick, tick.time, source);
    },
    start() {
      running = true;
    },
    stop() {
      running = false;
      for (const id of failed.keys()) endWait(id);
    },
  };
}

/** A trailing stop moves by itself; what names it changes whenever the user sets the stops. */
const hasSameTriggers = (before: WorkingOrder, after: WorkingOrder): boolean =>
  before.order.status === after.order.status &&
  targetOf(before) === targetOf(after) &&
  before.order.takeProfit === after.order.takeProfit &&
  isSameTrail(before, after) &&
  (before.order.trailPoints !== undefined || before.order.stopLoss === after.order.stopLoss);

const targetOf = ({ order }: WorkingOrder) => (order.status === 'pending' ? order.targetPrice : undefined);
