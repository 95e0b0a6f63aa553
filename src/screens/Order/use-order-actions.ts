import { type ReadonlySignal, signal } from '@preact/signals-react';
import { useMemo } from 'react';
import type { OrderId, PendingOrder, Position } from '../../../shared/domain/order.ts';
import type { Volume } from '../../../shared/domain/volume.ts';
import type { Result } from '../../../shared/result.ts';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { formatSigned } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import type { Stops } from '../../format/stops.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import { cancelOrder, closeOrder, setStops } from '../../state/orders.ts';

/** Commands on orders. Each shows its outcome as a toast and resolves to whether it succeeded. */
export interface OrderActions {
  /** Orders with a running command; a second tap on one of them is ignored. */
  readonly underway: ReadonlySignal<ReadonlySet<OrderId>>;
  close(position: Position, volume?: Volume): Promise<boolean>;
  closeAll(positions: readonly Position[]): Promise<void>;
  cancel(order: PendingOrder): Promise<boolean>;
  changeStops(order: Position | PendingOrder, stops: Stops): Promise<boolean>;
}

export function useOrderActions(): OrderActions {
  const { t } = useTranslation();
  return useMemo(() => createActions(t), [t]);
}

/** Concurrent closes of a "close all". */
const CLOSES_AT_ONCE = 4;

function createActions(t: Translate): OrderActions {
  const underway = signal<ReadonlySet<OrderId>>(new Set());
  /** @returns undefined if another command on this order is running */
  async function once<T>(id: OrderId, act: () => Promise<Result<T>>): Promise<Result<T> | undefined> {
    if (underway.peek().has(id)) return undefined;
    underway.value = new Set([...underway.peek(), id]);
    const result = await act();
    underway.value = new Set([...underway.peek()].filter((one) => one !== id));
    return result;
  }
  async function tell<T>(
    outcome: Promise<Result<T> | undefined>,
    done: (value: T) => string,
  ): Promise<boolean> {
    const result = await outcome;
    if (result?.ok) showToast(done(result.value), 'ok');
    else if (result) showRefusal(t, result.error);
    return result?.ok === true;
  }
  const close = (position: Position, volume?: Volume) =>
    once(position.id, () => closeOrder(position.id, volume));
  return {
    underway,
    close: (position, volume) =>
      tell(close(position, volume), (closed) =>
        t('order.closed_at', {
          name: closed.showCode,
          price: formatPrice(closed.closePrice, closed.precision),
          profit: formatSigned(closed.realisedPnl, 6),
        }),
      ),
    async closeAll(positions) {
      const results = await inTurns(positions, (position) => close(position));
      const done = results.filter((result) => result?.ok).length;
      const refused = results.find((result) => result && !result.ok);
      const count = positions.length;
      if (refused === undefined || refused.ok) return showToast(t('order.close_all_done', { count }), 'ok');
      const reason = refusalText(t, refused.error);
      showToast(t('order.close_all_partly', { done, count, reason }), 'error');
    },
    cancel: (order) =>
      tell(
        once(order.id, () => cancelOrder(order.id)),
        () => t('order.cancelled', { name: order.showCode }),
      ),
    changeStops: (order, stops) =>
      tell(
        once(order.id, () => setStops(order.id, stops)),
        () => t('order.stops_saved', { name: order.showCode }),
      ),
  };
}

async function inTurns<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) results.push(await act(item));
  };
  await Promise.all(Array.from({ length: CLOSES_AT_ONCE }, worker));
  return results;
}
