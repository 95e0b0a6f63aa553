import type { ReadonlySignal } from '@preact/signals-react';
import { useMemo } from 'react';
import type { OrderId, PendingOrder, Position } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import type { Volume } from '../../../shared/domain/volume.ts';
import type { Result } from '../../../shared/result.ts';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { formatLots, formatSigned } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { withBetter } from '../../i18n/better-text.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import { positionSignals } from '../../state/account.ts';
import { betterBy } from '../../state/better-fills.ts';
import { deviceNow } from '../../state/now.ts';
import { amendOrder, cancelOrder, closeOrder, onOrderSettled, setStops } from '../../state/orders.ts';
import type { Underway } from '../../state/underway.ts';
import { type BulkRun, startBulk } from './bulk.ts';
import type { OrderStops } from './order-model.ts';

/** Commands on orders. Each shows its outcome as a toast and resolves to whether it succeeded. */
export interface OrderActions {
  /** Orders with a running command; a second tap on one of them is ignored. */
  readonly underway: ReadonlySignal<ReadonlySet<OrderId>>;
  close(position: Position, volume?: Volume): Promise<boolean>;
  /**
   * Closes positions or cancels pending orders, less those with a running command; undefined if none is left.
   * @param isShown whether the end is seen without a toast
   */
  bulk(orders: BulkRun['orders'], isShown?: () => boolean): BulkRun | undefined;
  cancel(order: PendingOrder): Promise<boolean>;
  amend(order: PendingOrder, targetPrice: Price): Promise<boolean>;
  changeStops(order: Position | PendingOrder, stops: OrderStops): Promise<boolean>;
}

export function useOrderActions(underway: Underway): OrderActions {
  const { t } = useTranslation();
  return useMemo(() => createActions(t, underway), [t, underway]);
}

function createActions(t: Translate, { ids, has, once, reserve, release }: Underway): OrderActions {
  async function report<T>(
    outcome: Promise<Result<T> | undefined>,
    done: (value: T) => string,
  ): Promise<boolean> {
    const result = await outcome;
    if (result?.ok) showToast(done(result.value), 'ok');
    else if (result) showRefusal(t, result.error);
    return result?.ok === true;
  }
  return {
    underway: ids,
    close: (position, volume) =>
      report(
        once(position.id, () => closeOrder(position.id, volume)),
        (closed) =>
          withBetter(
            t,
            t('order.closed_at', {
              name: closed.showCode,
              price: formatPrice(closed.closePrice, closed.precision),
              profit: formatSigned(closed.realisedPnl, 6),
            }),
            betterBy(closed),
          ),
      ),
    bulk(orders, isShown) {
      const free = orders.filter(({ id }) => !has(id));
      if (free.length === 0) return undefined;
      // All are reserved from the start: a tap on one of them meanwhile is ignored.
      reserve(free.map(({ id }) => id));
      // Some are sent later: the tap was at these prices.
      const seen = new Map(free.map(({ id }) => [id, positionSignals(id).price.peek()]));
      const run = startBulk({
        orders: free,
        send: async ({ id, status }) => {
          const result = await (status === 'open'
            ? closeOrder(id, undefined, false, seen.get(id))
            : cancelOrder(id));
          release(id);
          return result;
        },
        skip: release,
        onSettled: onOrderSettled,
        wallMs: deviceNow,
      });
      void run.finished.then(() => {
        if (!isShown?.()) showEnd(t, run);
      });
      return run;
    },
    cancel: (order) =>
      report(
        once(order.id, () => cancelOrder(order.id)),
        () => t('order.cancelled', { name: order.showCode }),
      ),
    amend: (order, targetPrice) =>
      report(
        once(order.id, () => amendOrder(order.id, targetPrice)),
        (now) =>
          t('order.amended', {
            name: now.showCode,
            price: formatPrice(now.targetPrice, now.precision),
          }),
      ),
    changeStops: (order, stops) =>
      report(
        once(order.id, () => setStops(order.id, stops)),
        () => t('order.stops_saved', { name: order.showCode }),
      ),
  };
}

/** How many were executed, and why the first of the others was not. */
function showEnd(t: Translate, { orders, fates, progress }: BulkRun): void {
  const { executed } = progress.peek();
  const count = orders.length;
  const failed = [...fates.values()].map((fate) => fate.peek()).find((fate) => 'error' in fate);
  const why = failed ? ` · ${refusalText(t, failed.error)}` : '';
  showToast(t('order.bulk_progress', { done: executed, count }) + why, executed === count ? 'ok' : 'error');
}

/** What cancelling a pending order ends, as a question needs it. */
export function cancelText(
  t: Translate,
  { showCode: name, side, volume, targetPrice, precision }: PendingOrder,
) {
  const [lots, price] = [formatLots(volume), formatPrice(targetPrice, precision)];
  return t('order.cancel_text', {
    name,
    price,
    lots,
    side: side === 'buy' ? t('order.buy') : t('order.sell'),
  });
}
