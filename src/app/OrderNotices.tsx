import { computed, effect } from '@preact/signals-react';
import { useEffect } from 'react';
import type { OrderEvent } from '../../shared/bridge/worker-api.ts';
import { CALM_LEVEL, MARGIN_CALL_LEVEL } from '../../shared/domain/account.ts';
import type { ClosedOrder, OrderId, PendingOrder, Position } from '../../shared/domain/order.ts';
import { holdToast, showToast } from '../components/toast-store.ts';
import { formatSince } from '../format/day.ts';
import { formatSigned } from '../format/money.ts';
import { formatPrice } from '../format/number.ts';
import { notExecutedText } from '../i18n/refusal.ts';
import { type Translate, useTranslation } from '../i18n/use-translation.ts';
import { figures, onOrderEvent, working } from '../state/account.ts';
import { deviceNow } from '../state/now.ts';
import type { Intent } from '../state/order-intents.ts';
import { loadHistory, onOrderSettled, ordersWait, takeOwnClose } from '../state/orders.ts';

/** Announces on every screen what happened to orders without a tap: stops, stop outs, fills, late outcomes. */
export function OrderNotices() {
  const { t } = useTranslation();
  useEffect(() => {
    const names = followNames();
    const tell = (event: OrderEvent): void => {
      if (event.kind === 'filled') {
        const { showCode: name, openPrice, precision } = event.order;
        showToast(t('order.filled', { name, price: formatPrice(openPrice, precision) }));
        return;
      }
      const news = event.ids.filter((id) => !takeOwnClose(id) && names.of(id) !== undefined);
      const name = news[0] === undefined ? undefined : names.of(news[0]);
      if (name !== undefined) void tellClosed(t, news, name);
    };
    const stops = [
      names.stop,
      warnOfStopOut(t),
      onOrderEvent(tell),
      onOrderSettled((settled) => {
        if (settled.status === 'given-up') showToast(t('order.given_up'), 'error');
        else if (settled.result.ok) tellExecuted(t, settled.intent, settled.result.value);
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

/**
 * Tells that positions were closed without a tap here. The event has only their ids: the history has the rest.
 * @param name of the first, for when the history cannot be read
 */
async function tellClosed(t: Translate, ids: readonly OrderId[], name: string): Promise<void> {
  const page = await loadHistory(1);
  const closed = page.ok ? page.value.orders.filter(({ id }) => ids.includes(id)) : [];
  const stopOuts = closed.filter(({ reason }) => reason === 'stop-out');
  const told = stopOuts.slice(0, MAX_STOP_OUTS);
  for (const order of told) showToast(closedText(t, order), 'error');
  const count = ids.length - told.length;
  const kind = stopOuts.length > told.length ? 'error' : 'info';
  if (count > 1) showToast(t('order.closed_together', { count }), kind);
  if (count !== 1) return;
  const order = closed.find((one) => !told.includes(one));
  showToast(order === undefined ? t('order.closed_elsewhere', { name }) : closedText(t, order), kind);
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

/** The other side of a reversal is not opened once its close was unknown: that stays until it is dismissed. */
function tellExecuted(t: Translate, { what }: Intent, order: Position | PendingOrder | ClosedOrder): void {
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
  return t('order.settled', {
    name,
    price: formatPrice(price, precision),
    time: formatSince(at, deviceNow()),
  });
}

/** The names of current and just closed positions: the event of a close may arrive after its row was removed. */
function followNames(): { of(id: OrderId): string | undefined; stop(): void } {
  let before = new Map<OrderId, string>();
  let now = new Map<OrderId, string>();
  const stop = working.subscribe((orders) => {
    before = now;
    now = new Map(orders.status === 'ready' ? orders.positions.map((one) => [one.id, one.showCode]) : []);
  });
  return { of: (id) => now.get(id) ?? before.get(id), stop };
}
