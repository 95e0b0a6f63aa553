import type { ComponentProps, ReactNode } from 'react';
import type { Side } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { Fact } from '../../components/Fact.tsx';
import { formatPrice, formatScaled } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
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
  readonly order: {
    readonly stopLoss?: Price;
    readonly takeProfit?: Price;
    readonly trailPoints?: number;
    readonly precision: number;
  };
}

export function StopDetails({ order }: StopDetailsProps) {
  const { t } = useTranslation();
  const text = (price: Price | undefined) =>
    price === undefined ? t('order.none') : formatPrice(price, order.precision);
  return (
    <>
      <Fact
        label={t(order.trailPoints === undefined ? 'order.stop_loss' : 'order.reasons.trailing-stop')}
        value={text(order.stopLoss)}
      />
      <Fact label={t('order.stop_profit')} value={text(order.takeProfit)} />
      {order.trailPoints !== undefined && (
        <Fact label={t('order.trail_points')} value={formatScaled(order.trailPoints, 0)} />
      )}
    </>
  );
}
