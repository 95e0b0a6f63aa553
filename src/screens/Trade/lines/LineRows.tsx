import { useComputed } from '@preact/signals-react';
import { useCallback, useState } from 'react';
import { decidingPrice } from '../../../../shared/domain/quote.ts';
import { volume } from '../../../../shared/domain/volume.ts';
import { meaningOf, type WorkingOrder } from '../../../chart/orders/line-change.ts';
import { type LineTask, lineTask, shownTask } from '../../../chart/orders/line-task.ts';
import { moveName, rewardText } from '../../../chart/orders/line-texts.ts';
import { SigText } from '../../../components/SigText.tsx';
import { PriceStepper } from '../../../components/trading/PriceStepper.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatLots } from '../../../format/money.ts';
import { formatScaled } from '../../../format/number.ts';
import { parsePrice, plainPrice } from '../../../format/parse.ts';
import { type Translate, useTranslation } from '../../../i18n/use-translation.ts';
import { StopRow, StopUnits } from '../../shared/StopFields.tsx';
import styles from './Lines.module.css';
import { askedMove, askMove, useAskedStop } from './use-asked-stop.ts';
import { ordersOf, useLineFacts } from './use-line-facts.ts';

const REMOVALS = {
  'stop-loss': 'lines.remove_stop_loss',
  'trailing-stop': 'lines.remove_stop_loss',
  'take-profit': 'lines.remove_take_profit',
  pending: 'order.cancel_ask',
} as const;

/** What is asked, in the place of the ticket's rows. A move of one order has fields once the finger has let go. */
export function LineRows({ isHeld }: { readonly isHeld: boolean }) {
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
  const fields = useComputed(() => fieldsOf(lineTask.value)).value;
  return (
    <div className={styles.rows}>
      {!isHeld && fields === 'stop' && <StopField />}
      {!isHeld && fields === 'price' && <PriceField />}
      <div className={styles.words}>
        <p className="ends">
          <SigText className="strong" text={title} words />
          <SigText className="soft" text={whose} words />
        </p>
        {problem.value === undefined ? (
          <SigText className="soft" text={figures} words />
        ) : (
          <p className="warning" role="alert">
            {problem.value}
          </p>
        )}
      </div>
    </div>
  );
}

/** Only what decides about the fields: what is typed there renders nothing. */
function fieldsOf(task: LineTask | undefined): 'stop' | 'price' | undefined {
  if (task?.what !== 'move' || task.changes.length !== 1) return undefined;
  return task.changes[0]?.change.what === 'order-price' ? 'price' : 'stop';
}

function StopField() {
  const { name, stops } = useAskedStop();
  return (
    <>
      <StopRow form={stops} name={name} isNeeded />
      <StopUnits form={stops} trail={name === 'stopLoss'} />
    </>
  );
}

/** The price of a pending order. */
function PriceField() {
  const { t } = useTranslation();
  const { order, change } = useState(askedMove)[0];
  const { precision } = order;
  const [text, setText] = useState(() => plainPrice(change.price, precision));
  const edit = (typed: string): void => {
    setText(typed);
    const parsed = parsePrice(typed, precision);
    const price = parsed.ok ? parsed.value : undefined;
    askMove(
      order,
      price && { what: 'order-price', price },
      price ? undefined : t('ticket.problem.malformed'),
    );
  };
  return (
    <div data-stop>
      <PriceStepper
        label={t('order.target_price')}
        value={text}
        onChange={edit}
        precision={precision}
        from={() => change.price}
      />
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
