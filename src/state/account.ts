import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { OrderEvent, WorkingOrders } from '../../shared/bridge/worker-api.ts';
import { type Money, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { Result } from '../../shared/result.ts';
import type { Figures, PositionSignals } from './account-signals.ts';
import { engine } from './link.ts';
import { live } from './live.ts';
import { isSignedIn, session } from './session.ts';

/** The account's figures, each undefined while unknown; all of one snapshot of quotes. */
export const figures: Figures = live.account.figures;

/** Price now and floating profit of an open position; they tick, so bind them with an effect. */
export const positionSignals = (id: OrderId): PositionSignals => live.account.of(id);

/** What can be withdrawn: the balance, or the free margin if that is less; undefined while unknown. */
export const available: ReadonlySignal<Money | undefined> = computed(() => {
  const balance = figures.balance.value;
  const free = figures.freeMargin.value;
  if (balance === undefined || free === undefined) return undefined;
  const least = balance < free ? balance : free;
  return least > 0 ? least : ZERO_MONEY;
});

const orders = signal<WorkingOrders>({ status: 'unknown' });

/** Open positions and pending orders; `unknown` until the first snapshot and while nobody is signed in. */
export const working: ReadonlySignal<WorkingOrders> = orders;

engine.stream(
  (to) => to.working(),
  (now) => {
    // A new worker knows nothing yet; the rows we have are still the best there is.
    if (now.status === 'unknown' && isSignedIn.peek()) return;
    orders.value = now;
    if (now.status === 'ready') live.account.keepOnly(now.positions.map((position) => position.id));
  },
);

const account = computed(() => (session.value.status === 'signed-in' ? session.value.user.uid : undefined));

let shown = account.peek();
effect(() => {
  if (account.value === shown) return;
  shown = account.value;
  orders.value = { status: 'unknown' };
  live.account.clear();
});

const listeners = new Set<(event: OrderEvent) => void>();

/** Fills and closes as they happen, whoever asked for them. The answer stops listening. */
export function onOrderEvent(listener: (event: OrderEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

engine.stream(
  (to) => to.orderEvents(),
  (event) => {
    for (const listener of listeners) listener(event);
  },
);

/** Asks the server for balance and working orders again: pull to refresh. */
export const refreshAccount = (): Promise<Result<void>> => engine.call((to) => to.refreshAccount());
