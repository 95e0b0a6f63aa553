import type { HistoryPage, OrderRequest } from '../../shared/bridge/worker-api.ts';
import type { ClosedOrder, OrderId, PendingOrder, Position } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import type { Result } from '../../shared/result.ts';
import { randomId } from '../link/random-id.ts';
import { act, engine } from './engine.ts';
import { intents } from './intent-wiring.ts';
import type { IntentSettled } from './intents.ts';
import { refusedInReplay } from './replay-source.ts';

/** A client order id: one a decision, so that however often it is sent it is carried out once. */
export const newCid = (): string => randomId();

/**
 * Sends an order. It is noted on this device first; a second call with the same `intent` key while the first is in
 * flight sends nothing and gets the first one's answer. An `unknown` outcome is looked up by itself: see `onOrderSettled`.
 * @param intent what the button stands for; by default instrument, side, size and kind
 */
export const submitOrder = async (
  request: OrderRequest,
  intent?: string,
): Promise<Result<Position | PendingOrder | ClosedOrder>> =>
  refusedInReplay() ?? intents.submit(request, intent);

/** Closes a position, or `volume` of it. Noted and looked up like `submitOrder`. */
export const closeOrder = async (id: OrderId, volume?: Volume): Promise<Result<ClosedOrder>> =>
  refusedInReplay() ?? intents.close(id, volume);

export const cancelOrder = (id: OrderId): Promise<Result<void>> => act((to) => to.cancelOrder(id));

/** Replaces both stops; an absent one is removed. */
export const setStops = (
  id: OrderId,
  stops: { readonly stopLoss?: Price; readonly takeProfit?: Price },
): Promise<Result<Position | PendingOrder>> => act((to) => to.setStops(id, stops));

/** Closed orders, newest first, pages from 1. */
export const loadHistory = (page: number): Promise<Result<HistoryPage>> =>
  engine.call((to) => to.history(page));

/** Tells how an order ended whose outcome was unknown, also one sent before a reload. The answer stops listening. */
export const onOrderSettled = (listener: (settled: IntentSettled) => void): (() => void) =>
  intents.onSettled(listener);
