import type { ReactNode } from 'react';
import type { Order } from '../../../shared/domain/order.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { Value } from '../../components/Value.tsx';
import { formatLots } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { betterText } from '../../i18n/better-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { betterBy } from '../../state/better-fills.ts';
import { connection } from '../../state/connection.ts';
import { TradeLink } from '../shared/TradeLink.tsx';
import styles from './OrderScreen.module.css';

interface OrderRowProps {
  readonly order: Order;
  /** Undefined: it can no longer be opened. */
  readonly onOpen: (() => void) | undefined;
  /** The main figure: beside the name. */
  readonly figure: ReactNode;
  /** A button at the end, for an order that can be closed or cancelled. */
  readonly action?: ReactNode;
  /** Below the others. */
  readonly children: ReactNode;
}

/** A row of the order lists; all of it opens the details. Side and size are words, never colour alone. */
export function OrderRow({ order, onOpen, figure, action, children }: OrderRowProps) {
  useSignals();
  const { t } = useTranslation();
  const { showCode: name, side, volume } = order;
  const better = betterBy(order);
  const acts = action === undefined ? '' : styles.acts;
  return (
    <article className={`entry ${styles.row} ${acts}`}>
      <button
        type="button"
        className={styles.open}
        aria-label={t('order.open_row', { name })}
        disabled={onOpen === undefined}
        onClick={onOpen}
      />
      <div className={styles.head}>
        <span className="one-line strong" translate="no">
          {name}
        </span>
        <span className={styles.side} data-side={side}>
          {side === 'buy' ? t('order.buy') : t('order.sell')} <Value>{formatLots(volume)}</Value>
        </span>
      </div>
      {figure}
      {action !== undefined && <div className={styles.action}>{action}</div>}
      {children}
      {better > 0 && <p className={`tiny ${styles.better}`}>{betterText(t, better)}</p>}
    </article>
  );
}

/** The stops of an order in short form; nothing without stops. */
export function StopTags({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const { stopLoss, takeProfit, precision } = order;
  return (
    <>
      {stopLoss !== undefined && (
        <span className={styles.mark}>
          {t('order.side_mark.stop_loss')} <Value>{formatPrice(stopLoss, precision)}</Value>
        </span>
      )}
      {takeProfit !== undefined && (
        <span className={styles.mark}>
          {t('order.side_mark.take_profit')} <Value>{formatPrice(takeProfit, precision)}</Value>
        </span>
      )}
    </>
  );
}

/** An empty tab, with a link to the trade screen. */
export function NoOrders({ title }: { readonly title: string }) {
  const { t } = useTranslation();
  return <EmptyState icon="inbox" title={title} text={t('order.empty_text')} action={<TradeLink />} />;
}

const ROWS = ['a', 'b', 'c', 'd'] as const;

/** Placeholders for rows that are loading. Offline it says so, since loading may take long. */
export function RowSkeletons() {
  useSignals();
  const { t } = useTranslation();
  if (connection.value.status === 'offline')
    return <EmptyState icon="offline" title={t('error.not_loaded')} />;
  return (
    <div aria-busy="true">
      {ROWS.map((row) => (
        <div key={row} className={styles.skeleton}>
          <Skeleton width="55%" height={16} />
          <Skeleton width="35%" height={12} />
          <Skeleton width="80%" height={12} />
        </div>
      ))}
    </div>
  );
}
