import { useCallback } from 'react';
import { decidingPrice } from '../../../../shared/domain/quote.ts';
import { volume } from '../../../../shared/domain/volume.ts';
import { meaningOf, type WorkingOrder } from '../../../chart/orders/line-change.ts';
import { shownTask } from '../../../chart/orders/line-task.ts';
import { moveName, rewardText } from '../../../chart/orders/line-texts.ts';
import { SigText } from '../../../components/SigText.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatLots } from '../../../format/money.ts';
import { formatScaled } from '../../../format/number.ts';
import { type Translate, useTranslation } from '../../../i18n/use-translation.ts';
import styles from './Lines.module.css';
import { ordersOf, useLineFacts } from './use-line-facts.ts';

const REMOVALS = {
  'stop-loss': 'lines.remove_stop_loss',
  'trailing-stop': 'lines.remove_stop_loss',
  'take-profit': 'lines.remove_take_profit',
  pending: 'order.cancel_ask',
} as const;

/** What is asked, in the place of the ticket's rows. */
export function LineRows() {
  useSignals();
  const { t } = useTranslation();
  const { instrument, quote, rate, problem } = useLineFacts();
  const title = useCallback(() => {
    const task = shownTask.value;
    if (task?.what === 'close') return t('order.close_ask');
    const change = task?.changes[0]?.change;
    if (change === undefined) return '';
    return change.what === 'removal' ? t(REMOVALS[change.part]) : moveName(t, change.what);
  }, [t]);
  const whose = useCallback(() => ordersText(t, ordersOf(shownTask.value)), [t]);
  const figures = useCallback(() => {
    const task = shownTask.value;
    const [order] = ordersOf(task);
    if (task?.what !== 'move' || !order) return '';
    const moves = task.changes.map(({ change }) => change);
    const now = decidingPrice(order, quote).value;
    const { points, reward } = meaningOf(ordersOf(task), moves, now, { instrument, rate: rate.value });
    const distance =
      points === undefined ? [] : [t('ticket.points', { count: points, points: formatScaled(points, 0) })];
    return [...distance, rewardText(reward) ?? ''].join('  ');
  }, [t, instrument, quote, rate]);
  return (
    <div className={styles.rows}>
      <p className="strong">
        <SigText text={title} words />
      </p>
      <p className="soft">
        <SigText text={whose} words />
      </p>
      {problem.value === undefined ? (
        <p className="soft">
          <SigText text={figures} words />
        </p>
      ) : (
        <p className="warning" role="alert">
          {problem.value}
        </p>
      )}
    </div>
  );
}

/** Whose line it is: `Buy 0.60 (3)`, the lots of all three. */
function ordersText(t: Translate, orders: readonly WorkingOrder[]): string {
  const [order] = orders;
  if (!order) return '';
  const lots = formatLots(volume(orders.reduce((sum, one) => sum + one.volume, 0)));
  const count = orders.length > 1 ? ` (${orders.length})` : '';
  return `${order.showCode} · ${t(`trade.line_${order.side}`, { lots })}${count}`;
}
