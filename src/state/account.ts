import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { OrderEvent, WorkingOrders } from '../../shared/bridge/worker-api.ts';
import { MARGIN_CALL_LEVEL } from '../../shared/domain/account.ts';
import { type Money, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { Result } from '../../shared/result.ts';
import { createAccountSignals, type Figures, type PositionSignals } from './account-signals.ts';
import { act, link } from './link.ts';
import { addTicking, requestFrame, requestFrames } from './live.ts';
import { baseData } from './market.ts';
import { accountId, isSignedIn } from './session.ts';

const signals = createAccountSignals(() => queueMicrotask(requestFrames), requestFrame);

/** The account's figures, all from one snapshot of quotes; each undefined while unknown. */
export const figures: Figures = signals.figures;

/** Price and floating profit of an open position; they tick, so bind them with an effect. */
export const positionSignals = (id: OrderId): PositionSignals => signals.of(id);

/** What can be withdrawn: the balance, or the free margin if that is less; undefined while unknown. */
export const available: ReadonlySignal<Money | undefined> = computed(() => {
  const balance = figures.balance.value;
  const free = figures.freeMargin.value;
  if (balance === undefined || free === undefined) return undefined;
  const least = balance < free ? balance : free;
  return least > 0 ? least : ZERO_MONEY;
});

/** Of an exchange that does not say at which margin level it closes positions. */
const USUAL_STOP_OUT_PERCENT = 50;

/** The margin level at which positions are closed, whole percent; undefined until loaded. */
export const stopOutPercent: ReadonlySignal<number | undefined> = computed(
  () => baseData.value && (baseData.value.stopOutPercent ?? USUAL_STOP_OUT_PERCENT),
);

export const isMarginCall: ReadonlySignal<boolean> = computed(
  () => (figures.marginLevel.value ?? MARGIN_CALL_LEVEL) < MARGIN_CALL_LEVEL,
);

const orders = signal<WorkingOrders>({ status: 'unknown' });

/** Open positions and pending orders; `unknown` until the first snapshot and while nobody is signed in. */
export const working: ReadonlySignal<WorkingOrders> = orders;

let adjusted = (pushed: WorkingOrders): WorkingOrders => pushed;

/** From now on `adjust` changes pushed orders before they are shown. Returns a function that shows these orders at once. */
export function adjustWorking(adjust: typeof adjusted): (now: WorkingOrders) => void {
  adjusted = adjust;
  return (now) => {
    orders.value = now;
  };
}

const listeners = new Set<(event: OrderEvent) => void>();

/** Subscribes to all fills and closes, from every cause. Returns unsubscribe. */
export function onOrderEvent(listener: (event: OrderEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the worker's orders; a change of the account forgets those of the one before. */
export function startAccount(): void {
  addTicking(signals);
  link().stream(
    (engine) => engine.working(),
    (now) => {
      // A new worker knows nothing yet; the rows shown are still the best there are.
      if (now.status === 'unknown' && isSignedIn.peek()) return;
      orders.value = adjusted(now);
      if (now.status === 'ready') signals.keepOnly(now.positions.map((position) => position.id));
    },
  );
  link().stream(
    (engine) => engine.orderEvents(),
    (event) => {
      for (const listener of listeners) listener(event);
    },
  );
  let shown = accountId.peek();
  effect(() => {
    if (accountId.value === shown) return;
    shown = accountId.value;
    orders.value = { status: 'unknown' };
    signals.clear();
  });
}

/** Reloads balance and working orders from the server: pull to refresh. */
export const refreshAccount = (): Promise<Result<void>> => link().call((engine) => engine.refreshAccount());

/** Closes everything and puts the demo balance back to its start. */
export const resetDemo = (): Promise<Result<void>> => act((engine) => engine.resetDemo());
