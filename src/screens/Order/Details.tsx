import type { ComponentProps, ReactNode } from 'react';
import type { PendingOrder, Position, Side } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { profitAt } from '../../../shared/domain/profit-at.ts';
import { Fact } from '../../components/Fact.tsx';
import { SigText } from '../../components/SigText.tsx';
import { Value } from '../../components/Value.tsx';
import { formatSigned, toneOf } from '../../format/money.ts';
import { formatPrice, formatScaled } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { instrumentOf } from '../../state/market.ts';
import { useRate } from '../../state/use-rate.ts';
import type { HistoryOrder } from './history-days.ts';
import styles from './OrderSheet.module.css';

/** The labelled facts of an order. */
export function Details({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.details}>{children}</dl>;
}

/** The main figure: large, on a line of its own. */
export function LeadFact(props: ComponentProps<typeof Fact>) {
  return <Fact {...props} className={`ends ${styles.lead}`} />;
}

export function SideDetail({ side }: { readonly side: Side }) {
  const { t } = useTranslation();
  return <Fact label={t('order.type')} value={side === 'buy' ? t('order.buy') : t('order.sell')} />;
}

interface StopDetailsProps {
  readonly order: Position | PendingOrder | HistoryOrder;
}

/** Both stops; of an order that they can still close with the money that this would bring. */
export function StopDetails({ order }: StopDetailsProps) {
  const { t } = useTranslation();
  const { stopLoss, takeProfit, trailPoints, precision } = order;
  const stop = (at: Price | undefined) =>
    at === undefined ? (
      t('order.none')
    ) : (
      <>
        <Value>{formatPrice(at, precision)}</Value>
        {(order.status === 'open' || order.status === 'pending') && <StopMoney order={order} at={at} />}
      </>
    );
  return (
    <>
      <Fact
        label={t(trailPoints === undefined ? 'order.stop_loss' : 'order.reasons.trailing-stop')}
        value={stop(stopLoss)}
      />
      <Fact label={t('order.stop_profit')} value={stop(takeProfit)} />
      {trailPoints !== undefined && (
        <Fact label={t('order.trail_points')} value={formatScaled(trailPoints, 0)} />
      )}
    </>
  );
}

function StopMoney({ order, at }: { readonly order: Position | PendingOrder; readonly at: Price }) {
  const instrument = instrumentOf(order.instrumentId);
  const rate = useRate(instrument);
  const money = () => profitAt(order, at, { instrument, rate: rate.value });
  return (
    <>
      {' '}
      <SigText tone={() => toneOf(money())} text={() => formatSigned(money())} />
    </>
  );
}
