/*
 * The user's commands for orders. An order or a close is noted on this device before it is sent (order-sender.ts), so that
 * it is carried out at most once and its outcome is always reported, also after a reload. Screens call it.
 */
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { HistoryRequest, OrderRequest } from '../../shared/bridge/worker-api.ts';
import type { HistoryPage } from '../../shared/contract/domain.ts';
import type {
  ClosedOrder,
  HistoryFilter,
  OrderId,
  OrderStops,
  PendingOrder,
  Position,
} from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import type { Result } from '../../shared/result.ts';
import { pageClock } from '../link/page-clock.ts';
import { randomId } from '../link/random-id.ts';
import { lasting, perTab } from '../link/storage.ts';
import { adjustWorking, positionSignals, working } from './account.ts';
import { createAnswers } from './answered-orders.ts';
import { forgetFills, noteFill } from './better-fills.ts';
import { connection } from './connection.ts';
import { act, link } from './link.ts';
import { engineMarket } from './market.ts';
import { reloadIfRefused } from './market-turn.ts';
import { deviceNow } from './now.ts';
import { createOrderNotes, type SettledIntent } from './order-intents.ts';
import { createOrderSender, MOST_ON_THE_WAY } from './order-sender.ts';
import { refusedInReplay, replaySource } from './replay-source.ts';
import { accountId, engineSession, session } from './session.ts';

/** The worker knows account and instruments, and the server can be reached. */
const canAsk = computed(
  () =>
    replaySource.value === undefined &&
    engineSession.value.status === 'signed-in' &&
    engineMarket.value.status === 'ready' &&
    connection.value.status === 'live',
);

const waiting = signal(false);
/** Whether an order or a close was sent some time ago and its outcome is still unknown. */
export const ordersWait: ReadonlySignal<boolean> = waiting;

const sender = createOrderSender({
  notes: createOrderNotes(lasting),
  clock: pageClock,
  tab: tabId,
  newCid: randomId,
  uid: () => accountId.peek(),
  canAsk: () => canAsk.peek(),
  sendSubmit: (request, tappedAt) => link().call((engine) => engine.submitOrder(request, tappedAt)),
  sendClose: (id, cid, tappedAt, volume) =>
    link().call((engine) => engine.closeOrder(id, cid, tappedAt, volume)),
  onWaiting: (isWaiting) => {
    waiting.value = isWaiting;
  },
  askOutcome: (cid) => link().call((engine) => engine.orderOutcome(cid)),
});

const answers = createAnswers(working, adjustWorking);

/** Looks up unknown outcomes whenever the server can answer, notes fills, and forgets both when the user signs out. */
export function startOrders(): void {
  sender.onSettled((settled) => {
    if (settled.status !== 'known' || !settled.result.ok) return;
    noteFill(settled.intent.uid, settled.intent.what, settled.result.value);
  });
  effect(() => {
    if (canAsk.value) sender.lookUp();
  });
  let lastAccount = accountId.peek();
  effect(() => {
    const now = session.value;
    lastAccount = accountId.value ?? lastAccount;
    if (replaySource.peek() !== undefined || lastAccount === undefined) return;
    // After an expiry, also one that the start of the app finds, the same account comes back and still wants to know.
    if (now.status === 'anonymous' && now.because === 'signed-out') {
      sender.clear(lastAccount);
      forgetFills(lastAccount);
      for (const key of perTab.keys(`taps.${lastAccount} `)) perTab.remove(key);
    }
  });
}

/** The id of this tab, for its notes. */
export function tabId(): string {
  const known = perTab.get('tab');
  if (known !== null) return known;
  const id = randomId();
  perTab.set('tab', id);
  return id;
}

/** A new client order id, one for each decision: however often it is sent, it is carried out at most once. */
export const newCid: () => string = randomId;

const onTheWay = signal(0);

/** Orders, not closes, that were sent or wait for their turn, and have no answer yet. */
export const ordersOnTheWay: ReadonlySignal<number> = onTheWay;

/** Whether the exchange takes no further order until one of them is answered. */
export const isLineFull: ReadonlySignal<boolean> = computed(() => onTheWay.value >= MOST_ON_THE_WAY);

/**
 * Sends an order. A second order with the same key (`orderKey`) while the first is in flight is not sent and gets the
 * first one's result. An `unknown` outcome is looked up later: see `onOrderSettled`.
 */
export const submitOrder = async (
  request: OrderRequest,
  key?: string,
): Promise<Result<Position | PendingOrder | ClosedOrder>> => {
  const uid = accountId.peek();
  onTheWay.value++;
  const result = await (refusedInReplay() ?? sender.submit(request, key));
  onTheWay.value--;
  if (result.ok) noteFill(uid, { kind: 'submit', request }, result.value);
  else reloadIfRefused(result.error);
  return result;
};

/** Whether an identical order (`orderKey`) is under way, so that `submitOrder` would not send this one. */
export const isOrderUnderway = (request: OrderRequest): boolean =>
  sender.isUnderway({ kind: 'submit', request });

const ownCloses = new Set<OrderId>();

async function asOwnClose<T>(id: OrderId, close: Promise<Result<T>>): Promise<Result<T>> {
  ownCloses.add(id);
  const result = await close;
  // If it is closed later, that is news.
  if (!result.ok) ownCloses.delete(id);
  return result;
}

/**
 * Closes a position, or `volume` of it. Noted and looked up like `submitOrder`.
 * @param seenPrice the price at the tap, where that was before the call
 */
export async function closeOrder(
  id: OrderId,
  volume?: Volume,
  reverses?: boolean,
  seenPrice = positionSignals(id).price.peek(),
): Promise<Result<ClosedOrder>> {
  const uid = accountId.peek();
  const what = { kind: 'close', id, ...(volume === undefined ? {} : { volume }) } as const;
  const send = async () => {
    const result = await (refusedInReplay() ?? sender.close(id, volume, reverses, seenPrice));
    if (result.ok) noteFill(uid, { ...what, seenPrice }, result.value);
    return result;
  };
  // The answer of one that is under way may be older than what is shown.
  const close = sender.isUnderway(what) ? send() : asShown(id, send);
  return volume === undefined ? asOwnClose(id, close) : close;
}

/** Whether this page itself closed the whole position, or cancelled the order; true for the first call after each. */
export const takeOwnClose = (id: OrderId): boolean => ownCloses.delete(id);

export const cancelOrder = (id: OrderId): Promise<Result<void>> =>
  asOwnClose(
    id,
    act((engine) => engine.cancelOrder(id)),
  );

/** A new price for a pending order, under an id of its own. */
export const amendOrder = (id: OrderId, targetPrice: Price): Promise<Result<PendingOrder>> =>
  asShown(id, () => act((engine) => engine.amendOrder(id, newCid(), deviceNow(), targetPrice)));

/** Replaces both stops; an absent one is removed. */
export const setStops = (id: OrderId, stops: OrderStops): Promise<Result<Position | PendingOrder>> =>
  asShown(id, () => act((engine) => engine.setStops(id, stops)));

/**
 * The order in an answer, or what a close left, is shown at once: the socket may be silent, and the next change begins with
 * what is shown.
 */
async function asShown<T extends Position | PendingOrder | ClosedOrder>(
  id: OrderId,
  change: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const take = answers.expect(id);
  const result = await change();
  if (result.ok) take(result.value);
  return result;
}

/** Closed orders, newest first, pages of `limit` (or twenty) from 1. Total and sum are those of all that the filter lets through. */
export const loadHistory = (
  page: number,
  filter?: HistoryFilter,
  limit?: number,
): Promise<Result<HistoryPage>> =>
  link().call((engine) =>
    filter === undefined
      ? engine.history(page)
      : engine.history(page, { ...historyRequest(filter), ...(limit === undefined ? {} : { limit }) }),
  );

/** The parameters of a filter; absent ones restrict nothing. */
function historyRequest(filter: HistoryFilter): HistoryRequest {
  const { instrumentId, side, result, reason, from, to, unfilled } = filter;
  return {
    ...(instrumentId === undefined ? {} : { forexId: instrumentId }),
    ...(side === undefined ? {} : { type: side === 'buy' ? 1 : 2 }),
    ...(result === undefined ? {} : { result }),
    ...(reason === undefined ? {} : { reason }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(unfilled ? { unfilled: 1 } : {}),
  };
}

/** Reports how an order ended whose outcome was unknown, also one sent before a reload. Returns unsubscribe. */
export const onOrderSettled = (listener: (settled: SettledIntent) => void): (() => void) =>
  sender.onSettled(listener);
