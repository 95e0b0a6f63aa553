import type { ReactNode } from 'react';
import type { Side } from '../../../shared/domain/order.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { SigText } from '../../components/SigText.tsx';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './OrderSheet.module.css';

/** The labelled facts of an order. */
export function Details({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.details}>{children}</dl>;
}

interface DetailProps {
  readonly label: string;
  /** A function for a text that ticks. */
  readonly value: string | (() => string);
  readonly tone?: (() => 'up' | 'down' | 'flat' | undefined) | undefined;
  /** The main figure: large, on a line of its own. */
  readonly lead?: boolean;
}

export function Detail({ label, value, tone, lead = false }: DetailProps) {
  return (
    <div className={lead ? `ends ${styles.lead}` : undefined}>
      <dt className="faint">{label}</dt>
      <dd className={lead ? 'big' : undefined}>
        {typeof value === 'string' ? value : <SigText text={value} tone={tone} />}
      </dd>
    </div>
  );
}

export function SideDetail({ side }: { readonly side: Side }) {
  const { t } = useTranslation();
  return <Detail label={t('order.type')} value={side === 'buy' ? t('order.buy') : t('order.sell')} />;
}

interface StopDetailsProps {
  readonly order: { readonly stopLoss?: Price; readonly takeProfit?: Price; readonly precision: number };
}

export function StopDetails({ order }: StopDetailsProps) {
  const { t } = useTranslation();
  const text = (price: Price | undefined) =>
    price === undefined ? t('order.none') : formatPrice(price, order.precision);
  return (
    <>
      <Detail label={t('order.stop_loss')} value={text(order.stopLoss)} />
      <Detail label={t('order.stop_profit')} value={text(order.takeProfit)} />
    </>
  );
}
