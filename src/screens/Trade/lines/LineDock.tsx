import { useComputed } from '@preact/signals-react';
import { useCallback, useEffect, useRef } from 'react';
import { totalOf } from '../../../../shared/domain/net-position.ts';
import { profitAt } from '../../../../shared/domain/profit-at.ts';
import { decidingPrice } from '../../../../shared/domain/quote.ts';
import { volume } from '../../../../shared/domain/volume.ts';
import { meaningOf } from '../../../chart/orders/line-change.ts';
import { sendChanges } from '../../../chart/orders/line-sender.ts';
import { type LineTask, lineTask, type MoveTask, shownTask } from '../../../chart/orders/line-task.ts';
import { Button } from '../../../components/Button.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatLots, formatMoney, formatSigned } from '../../../format/money.ts';
import { formatPrice, formatScaled } from '../../../format/number.ts';
import { type Translate, useTranslation } from '../../../i18n/use-translation.ts';
import { positionSignals } from '../../../state/account.ts';
import type { OrderActions } from '../../shared/use-order-actions.ts';
import styles from './Lines.module.css';
import { ordersOf, useLineFacts } from './use-line-facts.ts';

interface LineDockProps {
  readonly kind: LineTask['what'];
  /** By a finger, which is not at a button. */
  readonly isHeld: boolean;
  readonly actions: OrderActions;
}

/** The answer to what is asked: no or yes, with the money that yes means. */
export function LineDock({ kind, isHeld, actions }: LineDockProps) {
  useSignals();
  const { t } = useTranslation();
  const { instrument, quote, rate, problem } = useLineFacts();
  const text = useCallback(() => answerText(t, shownTask.value), [t]);
  const amount = useCallback(() => {
    const task = shownTask.value;
    const facts = { instrument, rate: rate.value };
    if (task?.what === 'close')
      return signedText(
        totalOf(
          task.positions.map((one) => {
            const at = positionSignals(one.id).price.value;
            return at && profitAt({ ...one, volume: task.volume ?? one.volume }, at, facts);
          }),
        ),
      );
    if (task?.what !== 'move') return '';
    const [order] = ordersOf(task);
    const now = order && decidingPrice(order, quote).value;
    const moves = task.changes.map(({ change }) => change);
    const { money, pending } = meaningOf(ordersOf(task), moves, now, facts);
    if (!pending) return signedText(money);
    return pending.margin === undefined ? '' : `${t('ticket.margin')} ${formatMoney(pending.margin)} USD`;
  }, [t, instrument, quote, rate]);
  const isBarred = useComputed(() => problem.value !== undefined).value;
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // What asked is gone, and the focus with it.
    if (!isHeld && document.activeElement === document.body)
      box.current?.querySelector<HTMLElement>('button:last-child')?.focus({ preventScroll: true });
  }, [isHeld]);
  const yes = (): void => {
    const task = lineTask.peek();
    if (task === undefined) return;
    if (task.what !== 'close') return void sendChanges(t, task.changes);
    lineTask.value = undefined;
    const [first] = task.positions;
    if (task.positions.length > 1) actions.bulk(task.positions);
    else if (first) void actions.close(first, task.volume);
  };
  return (
    <fieldset ref={box} className={styles.dock} aria-label={t('lines.title')} data-held={isHeld || undefined}>
      <Button variant="outline" onClick={cancel}>
        {kind === 'move' ? t('public.cancel') : t('order.keep')}
      </Button>
      <Button variant={kind === 'move' ? 'primary' : 'danger'} wide disabled={isBarred} onClick={yes}>
        <span className={styles.answer}>
          <SigText text={text} words />
          <SigText className={styles.amount} text={amount} />
        </span>
      </Button>
    </fieldset>
  );
}

const cancel = (): void => {
  lineTask.value = undefined;
};

const signedText = (amount: Parameters<typeof formatSigned>[0]): string =>
  amount === undefined ? '' : `${formatSigned(amount)} USD`;

/** What a tap on yes does. */
function answerText(t: Translate, task: LineTask | undefined): string {
  switch (task?.what) {
    case undefined:
      return '';
    case 'move':
      return moveText(t, task);
    case 'removal':
      return task.changes[0]?.change.part === 'pending' ? t('order.cancel') : t('lines.remove');
    case 'close': {
      const lots = task.volume ?? volume(task.positions.reduce((sum, one) => sum + one.volume, 0));
      return t('order.close_lots', { lots: formatLots(lots) });
    }
  }
}

function moveText(t: Translate, { changes: [first] }: MoveTask): string {
  if (!first) return '';
  const { order, change } = first;
  return change.what === 'trailing-stop'
    ? t('lines.trail', { points: formatScaled(change.points, 0) })
    : t('lines.set_at', { price: formatPrice(change.price, order.precision) });
}
