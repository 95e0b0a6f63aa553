import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-react';
import type { OrderEvent, WorkingOrders } from '../../shared/bridge/worker-api.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { Result } from '../../shared/result.ts';
import { engine } from './engine.ts';
import { live } from './live.ts';
import type { Figures, PositionMark } from './marks.ts';
import { isSignedIn, session } from './session.ts';

/** The account's figures, each undefined while unknown; all of one snapshot of quotes. */
export const figures: Figures = live.marks.figures;

/** Price now and floating profit of an open position; they tick, so bind them with an effect. */
export const positionMark = (id: OrderId): PositionMark => live.marks.of(id);

const orders = signal<WorkingOrders>({ status: 'unknown' });

/** Open positions and pending orders; `unknown` until the first snapshot and while nobody is signed in. */
export const working: ReadonlySignal<WorkingOrders> = orders;

engine.stream(
  (to) => to.working(),
  (now) => {
    // A new worker knows nothing yet; the rows we have are still the best there is.
    if (now.status === 'unknown' && isSignedIn.peek()) return;
    orders.value = now;
    if (now.status === 'ready') live.marks.keepOnly(now.positions.map((position) => position.id));
  },
);

const account = computed(() => (session.value.status === 'signed-in' ? session.value.user.uid : undefined));

let shown = account.peek();
effect(() => {
  if (account.value === shown) return;
  shown = account.value;
  orders.value = { status: 'unknown' };
  live.marks.clear();
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
