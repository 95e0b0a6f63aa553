import type { OrderId } from '../../../shared/domain/order.ts';
import type { Result } from '../../../shared/result.ts';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { formatPrice } from '../../format/number.ts';
import type { Translate } from '../../i18n/use-translation.ts';
import { working } from '../../state/account.ts';
import { amendOrder, cancelOrder, setStops } from '../../state/orders.ts';
import { confirmOrders } from '../../state/preferences.ts';
import { underway } from '../../state/underway.ts';
import type { Change, OrderLine, WorkingOrder } from './line-change.ts';
import { type LineTask, lineTask, type OrderChange, sentDrafts } from './line-task.ts';

/** Asks in the dock, or sends at once with one-tap trading. Several orders at once are always confirmed. */
export function requestChanges(t: Translate, task: Exclude<LineTask, { readonly what: 'close' }>): void {
  if (confirmOrders.peek() || task.changes.length > 1) lineTask.value = task;
  else void sendChanges(t, task.changes);
}

/** Removes stops, or cancels a pending order. */
export const requestRemoval = (t: Translate, lines: readonly OrderLine[]): void =>
  requestChanges(t, {
    what: 'removal',
    changes: lines.flatMap(({ order, part }) =>
      part === 'position' ? [] : [{ order, change: { what: 'removal', part } }],
    ),
  });

/** The order shows its change, or keeps its old lines after a refusal. */
function forget(id: OrderId): void {
  sentDrafts.value = sentDrafts.peek().filter((draft) => draft.id !== id);
}

/** Sends changes one after the other, and says as toasts how they ended: the first refusal, or the success of all. */
export async function sendChanges(t: Translate, changes: readonly OrderChange[]): Promise<void> {
  sentDrafts.value = [
    ...sentDrafts.peek(),
    ...changes.map(({ order, change }) => ({ id: order.id, change })),
  ];
  lineTask.value = undefined;
  let isRefused = false;
  for (const [i, { order, change }] of changes.entries()) {
    const result = await underway.once(order.id, () => carryOut(order, change));
    // Lines of a cancelled order stay as they are until the exchange pushes that it is gone.
    if (!result?.ok || !isCancellation(change)) forget(order.id);
    if (result && !result.ok && !isRefused) showRefusal(t, result.error);
    isRefused ||= !result?.ok;
    if (i === changes.length - 1 && !isRefused) showToast(doneText(t, order, change), 'ok');
  }
}

/**
 * A command on the stops replaces both: it repeats the one that stays, as it is by now. Another device may have moved it while the
 * question was open.
 */
function carryOut(asked: WorkingOrder, change: Change): Promise<Result<unknown>> {
  const { id, stopLoss, takeProfit, trailPoints } = orderNow(asked.id) ?? asked;
  const target = takeProfit === undefined ? {} : { takeProfit };
  const stop = trailPoints !== undefined ? { trailPoints } : stopLoss !== undefined ? { stopLoss } : {};
  switch (change.what) {
    case 'stop-loss':
      return setStops(id, { ...target, stopLoss: change.price });
    case 'trailing-stop':
      return setStops(id, { ...target, trailPoints: change.points });
    case 'take-profit':
      return setStops(id, { ...stop, takeProfit: change.price });
    case 'order-price':
      return amendOrder(id, change.price);
    case 'removal':
      if (isCancellation(change)) return cancelOrder(id);
      return setStops(id, change.part === 'take-profit' ? stop : target);
    default:
      return change satisfies never;
  }
}

function orderNow(id: OrderId): WorkingOrder | undefined {
  const now = working.value;
  return now.status === 'ready' ? [...now.positions, ...now.pending].find((one) => one.id === id) : undefined;
}

function doneText(t: Translate, { showCode: name, precision }: WorkingOrder, change: Change): string {
  if (change.what === 'order-price')
    return t('order.amended', { name, price: formatPrice(change.price, precision) });
  if (isCancellation(change)) return t('order.cancelled', { name });
  return t('order.stops_saved', { name });
}

const isCancellation = (change: Change): boolean => change.what === 'removal' && change.part === 'pending';
