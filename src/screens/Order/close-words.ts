import type { ClosedOrder } from '../../../shared/domain/order.ts';
import { type Price, price } from '../../../shared/domain/price.ts';
import { formatPrice, formatRatio } from '../../format/number.ts';
import type { Translate } from '../../i18n/use-translation.ts';

/** What closed an order: the price that it waited for, if it was a stop, and how far beyond it the market was by then. */
export interface CloseTrigger {
  readonly price: Price;
  /** Points; zero when it closed at that price. */
  readonly gap: Price;
}

export function triggerOf(order: ClosedOrder): CloseTrigger | undefined {
  const { reason, stopLoss, takeProfit, closePrice } = order;
  const isStop = reason === 'stop-loss' || reason === 'trailing-stop';
  const at = isStop ? stopLoss : reason === 'take-profit' ? takeProfit : undefined;
  if (at === undefined) return undefined;
  return { price: at, gap: price(Math.abs(closePrice - at)) };
}

/** In one line why an order was closed: "Stop loss 66,980.00, gap 14.20". */
export function closeWords(t: Translate, order: ClosedOrder): string {
  const { precision, reason, marginLevel } = order;
  const at = formatPrice(order.closePrice, precision);
  const trigger = triggerOf(order);
  if (trigger !== undefined) {
    const words = `${t(`order.reasons.${reason}`)} ${formatPrice(trigger.price, precision)}`;
    return trigger.gap === 0
      ? words
      : t('history.with_gap', { words, gap: formatPrice(trigger.gap, precision) });
  }
  switch (reason) {
    case 'manual':
      return t('history.by_you', { price: at });
    case 'stop-out':
      return marginLevel === undefined
        ? t('history.stop_out', { price: at })
        : t('history.stop_out_level', { level: formatRatio(marginLevel) });
    case 'reset':
      return t('history.by_reset', { price: at });
    default:
      return `${t(`order.reasons.${reason}`)} ${at}`;
  }
}
