import { useEffect } from 'react';
import type { OrderEvent } from '../../shared/bridge/worker-api.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import { showRefusal } from '../components/show-refusal.ts';
import { showToast } from '../components/toast-store.ts';
import { formatPrice } from '../format/number.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { onOrderEvent, working } from '../state/account.ts';
import { onOrderSettled, takeOwnClose } from '../state/orders.ts';

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
      const news = event.ids.filter((id) => !takeOwnClose(id)).map((id) => names.of(id));
      const [name, ...others] = news.filter((known) => known !== undefined);
      if (others.length > 0) showToast(t('order.closed_together', { count: others.length + 1 }));
      else if (name !== undefined) showToast(t('order.closed_elsewhere', { name }));
    };
    const stops = [
      names.stop,
      onOrderEvent(tell),
      onOrderSettled((settled) => {
        if (settled.status === 'given-up') showToast(t('order.given_up'), 'error');
        else if (!settled.result.ok) showRefusal(t, settled.result.error);
        else showToast(t('order.settled', { name: settled.result.value.showCode }), 'ok');
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [t]);
  return null;
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
