/*
 * What became of every tap that asked for an order, newest first: a list that stays until it is cleared by hand, since with
 * one-tap trading nobody reads ten messages a second. The ticket sends its orders through `tapOrder`.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { OrderRequest } from '../../shared/bridge/worker-api.ts';
import type { ClosedOrder, PendingOrder, Position } from '../../shared/domain/order.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Refusal } from '../../shared/result.ts';
import { type CommandOutcome, outcomeOf } from './command-outcome.ts';
import { deviceNow } from './now.ts';
import { type IntentResult, orderKey, type SettledIntent } from './order-intents.ts';
import { isOrderUnderway, onOrderSettled, submitOrder } from './orders.ts';
import { accountId } from './session.ts';

export type TapFate =
  | CommandOutcome<Position | PendingOrder | ClosedOrder>
  /** Nothing was sent: a confirmed order like it was still under way. */
  | { readonly status: 'ignored' }
  /** Nothing was sent: the finger bounced, and the tap before it counts. */
  | { readonly status: 'bounced' }
  /** The exchange no longer remembers the order: the lists of orders show what became of it. */
  | { readonly status: 'given-up' };

export interface OrderTap {
  /** The order's client id; of an ignored tap, one that was never sent. */
  readonly cid: string;
  readonly atMs: TimestampMs;
  readonly request: OrderRequest;
  readonly fate: TapFate;
}

/** More than a minute of taps as fast as a thumb can. */
const MAX_TAPS = 1_000;

export interface TapLog {
  readonly taps: ReadonlySignal<readonly OrderTap[]>;
  add(request: OrderRequest, fate: TapFate, atMs: TimestampMs): void;
  /** Changes the fate of the tap with this client id; without one, nothing happens. */
  settle(cid: string, fate: TapFate): void;
  /** Removes the taps whose fate is final. */
  clear(): void;
  /** Removes all of them: they belong to another account. */
  forget(): void;
  /** Puts taps before those of this page. */
  restore(earlier: readonly OrderTap[]): void;
}

const isOpen = ({ fate }: OrderTap): boolean => fate.status === 'sent' || fate.status === 'unknown';

export const isFinal = (tap: OrderTap): boolean => !isOpen(tap);

/** @param most taps beyond it are dropped, the oldest first; those without a final fate stay */
export function createTapLog(most: number): TapLog {
  const taps = signal<readonly OrderTap[]>([]);
  return {
    taps,
    add(request, fate, atMs) {
      const all = [{ cid: request.cid, atMs, request, fate }, ...taps.peek()];
      taps.value = all.length > most ? all.filter((tap, at) => at < most || isOpen(tap)) : all;
    },
    settle(cid, fate) {
      const at = taps.peek().findIndex((tap) => tap.cid === cid);
      const tap = taps.peek()[at];
      if (tap !== undefined) taps.value = taps.peek().with(at, { ...tap, fate });
    },
    clear() {
      taps.value = taps.peek().filter(isOpen);
    },
    forget() {
      taps.value = [];
    },
    restore(earlier) {
      taps.value = [...taps.peek(), ...earlier];
    },
  };
}

const log = createTapLog(MAX_TAPS);

/** The taps of this page, newest first. */
export const orderTaps: ReadonlySignal<readonly OrderTap[]> = log.taps;

export const clearOrderTaps = (): void => log.clear();

/** Lists what this tab had listed before a reload. */
export const restoreTaps = (earlier: readonly OrderTap[]): void => log.restore(earlier);

let lists = 0;

/** Called by what shows the list, so that outcomes need no message of their own. Returns the end of it. */
export function showTaps(): () => void {
  lists++;
  return () => void lists--;
}

/** Whether the list, or its newest line, is on the screen. */
export const areTapsShown = (): boolean => lists > 0;

/** A touchscreen that bounces touches again sooner; two thumbs in a hurry tap each 35 ms. */
const BOUNCE_MS = 25;
let last = { key: '', atMs: Number.NEGATIVE_INFINITY };

/** Whether this tap follows the one before, for the same order, within a bounce of the finger. */
function isBounce(key: string, atMs: number): boolean {
  const before = last;
  last = { key, atMs };
  return before.key === key && atMs - before.atMs < BOUNCE_MS;
}

/**
 * Sends an order and lists what becomes of it.
 * @param oneTapMs with one-tap trading when the finger touched, ms as in `Event.timeStamp`: a busy page may learn of several
 *   taps at once. Each is an order of its own, whatever is under way. Undefined: a confirmation, which stays one intent
 * @returns undefined if nothing is sent: the tap is listed with the reason
 */
export function tapOrder(
  request: OrderRequest,
  oneTapMs: number | undefined,
): Promise<IntentResult> | undefined {
  const key = orderKey(request.instrumentId, request);
  const isOneTap = oneTapMs !== undefined;
  const dropped = isOneTap ? isBounce(key, oneTapMs) && 'bounced' : isOrderUnderway(request) && 'ignored';
  if (dropped !== false) {
    log.add(request, { status: dropped }, deviceNow());
    return undefined;
  }
  log.add(request, { status: 'sent' }, deviceNow());
  return submitOrder(request, isOneTap ? `${key} ${request.cid}` : undefined).then((result) => {
    log.settle(request.cid, outcomeOf(result));
    return result;
  });
}

/** Lists an order that is not sent, and why. */
export const refuseTap = (request: OrderRequest, error: Refusal): void =>
  log.add(request, { status: 'refused', error }, deviceNow());

/** Follows outcomes that become known later, and forgets the list with its account. */
export function startOrderTaps(): void {
  onOrderSettled((settled: SettledIntent) => {
    const fate: TapFate = settled.status === 'known' ? outcomeOf(settled.result) : { status: 'given-up' };
    log.settle(settled.intent.cid, fate);
  });
  let listed = accountId.peek();
  effect(() => {
    const now = accountId.value;
    // An expired session comes back with the same account.
    if (now === undefined || now === listed) return;
    listed = now;
    log.forget();
  });
}
