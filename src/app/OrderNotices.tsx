import { computed, effect } from '@preact/signals-react';
import { useEffect } from 'react';
import type { OrderEvent } from '../../shared/bridge/worker-api.ts';
import { CALM_LEVEL, MARGIN_CALL_LEVEL } from '../../shared/domain/account.ts';
import type {
  CancelledOrder,
  ClosedOrder,
  OrderId,
  PendingOrder,
  Position,
} from '../../shared/domain/order.ts';
import { holdToast, showToast } from '../components/toast-store.ts';
import { formatSince } from '../format/day.ts';
import { formatLots, formatSigned } from '../format/money.ts';
import { formatPrice } from '../format/number.ts';
import { withBetter } from '../i18n/better-text.ts';
import { notExecutedText } from '../i18n/refusal.ts';
import { type Translate, useTranslation } from '../i18n/use-translation.ts';
import { figures, onOrderEvent, working } from '../state/account.ts';
import { betterBy } from '../state/better-fills.ts';
import { deviceNow } from '../state/now.ts';
import type { Intent } from '../state/order-intents.ts';
import { loadHistory, onOrderSettled, ordersWait, takeOwnClose } from '../state/orders.ts';

/** Announces on every screen what happened to orders without a tap: stops, stop outs, fills, late outcomes. */
export function OrderNotices() {
  const { t } = useTranslation();
  useEffect(() => {
    const known = followOrders();
    const show = (event: OrderEvent): void => {
      if (event.kind === 'filled') {
        const { showCode: name, openPrice, precision } = event.order;
        showToast(t('order.filled', { name, price: formatPrice(openPrice, precision) }));
        return;
      }
      const { ids, cancelled = [] } = event;
      const own = ids.filter(takeOwnClose);
      for (const order of cancelled) if (order.reason || !own.includes(order.id)) showCancelled(t, order);
      const others = [...own, ...cancelled.map(({ id }) => id)];
      const gone = ids.flatMap((id) => (others.includes(id) ? [] : (known.of(id) ?? [])));
      if (gone.length > 0) void showClosed(t, gone);
    };
    const stops = [
      known.stop,
      warnOfStopOut(t),
      onOrderEvent(show),
      onOrderSettled((settled) => {
        if (settled.status === 'given-up') showToast(t('order.given_up'), 'error');
        else if (settled.result.ok) showExecuted(t, settled.intent, settled.result.value);
        else showToast(notExecutedText(t, settled.result.error), 'error');
      }),
      effect(() => (ordersWait.value ? holdToast(t('order.waiting')) : undefined)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [t]);
  return null;
}

/** Stop outs that have a toast each; the last toast has the number of the others. */
const MAX_STOP_OUTS = 5;

function showCancelled(t: Translate, { reason, showCode: name, volume }: CancelledOrder): void {
  if (reason) showToast(t('order.no_margin', { name, lots: formatLots(volume) }), 'error');
  else showToast(t('order.cancelled', { name }));
}

/**
 * Announces orders that ended without a tap here. The event has only their ids: the history has the rest, but lacks those
 * that were cancelled while the page was away.
 * @param gone as they last were
 */
async function showClosed(t: Translate, gone: readonly (Position | PendingOrder)[]): Promise<void> {
  const page = await loadHistory(1, { unfilled: true });
  const known = page.ok ? page.value.orders.filter(({ id }) => gone.some((one) => one.id === id)) : [];
  const closed = known.filter((one) => one.status === 'closed');
  for (const one of known) if (one.status === 'cancelled') showCancelled(t, one);
  const ended = gone.filter(({ id, status }) => status === 'open' || closed.some((one) => one.id === id));
  for (const one of gone)
    if (!ended.includes(one) && !known.some(({ id }) => id === one.id))
      showToast(t('order.gone', { name: one.showCode }));
  const stopOuts = closed.filter(({ reason }) => reason === 'stop-out');
  const own = stopOuts.slice(0, MAX_STOP_OUTS);
  for (const order of own) showToast(closedText(t, order), 'error');
  const rest = ended.filter(({ id }) => !own.some((one) => one.id === id));
  const kind = stopOuts.length > own.length ? 'error' : 'info';
  const [only, another] = rest;
  if (another) return showToast(t('order.closed_together', { count: rest.length }), kind);
  if (only === undefined) return;
  const order = closed.find(({ id }) => id === only.id);
  showToast(order ? closedText(t, order) : t('order.closed_elsewhere', { name: only.showCode }), kind);
}

function closedText(t: Translate, order: ClosedOrder): string {
  const facts = {
    name: order.showCode,
    price: formatPrice(order.closePrice, order.precision),
    profit: formatSigned(order.realisedPnl, 6),
  };
  return order.reason === 'manual'
    ? t('order.closed_at', facts)
    : t('order.closed_by', { ...facts, reason: t(`order.reasons.${order.reason}`) });
}

function warnOfStopOut(t: Translate): () => void {
  let isWarned = false;
  // Watched only while something is open, so that a page without positions asks for no frames.
  const level = computed(() =>
    working.value.status === 'ready' && working.value.positions.length > 0
      ? figures.marginLevel.value
      : undefined,
  );
  return level.subscribe((now) => {
    if (now === undefined) return;
    if (now >= CALM_LEVEL) isWarned = false;
    if (now >= MARGIN_CALL_LEVEL || isWarned) return;
    isWarned = true;
    showToast(t('order.margin_call'), 'error');
  });
}

/** If the outcome of a reversal's close was unknown, the other side is not opened: that message stays until it is dismissed. */
function showExecuted(t: Translate, { what }: Intent, order: Position | PendingOrder | ClosedOrder): void {
  const isHalf = what.kind === 'close' && what.reverses === true;
  if (isHalf) holdToast(`${executedText(t, order)}. ${t('moves.half')}`, 'error');
  else showToast(executedText(t, order), 'ok');
}

function executedText(t: Translate, order: Position | PendingOrder | ClosedOrder): string {
  const { showCode: name, precision } = order;
  if (order.status === 'pending')
    return t('ticket.placed', { name, price: formatPrice(order.targetPrice, precision) });
  const [price, at] =
    order.status === 'closed' ? [order.closePrice, order.closedAt] : [order.openPrice, order.createdAt];
  const settled = t('order.settled', {
    name,
    price: formatPrice(price, precision),
    time: formatSince(at, deviceNow()),
  });
  return withBetter(t, settled, betterBy(order));
}

/** Current and just ended orders: the event of a close may arrive after its row was removed. */
function followOrders() {
  let before = new Map<OrderId, Position | PendingOrder>();
  let now = before;
  const stop = working.subscribe((orders) => {
    before = now;
    const rows = orders.status === 'ready' ? [...orders.positions, ...orders.pending] : [];
    now = new Map(rows.map((one) => [one.id, one]));
  });
  return { of: (id: OrderId) => now.get(id) ?? before.get(id), stop };
}
