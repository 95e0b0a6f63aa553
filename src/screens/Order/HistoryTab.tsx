import type { ClosedOrder } from '../../../shared/domain/order.ts';
import { ErrorState } from '../../components/ErrorState.tsx';
import { InfiniteList } from '../../components/InfiniteList.tsx';
import { formatDateTime } from '../../format/date.ts';
import { formatLots, formatSigned, toneOf } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NoOrders } from './NoOrders.tsx';
import styles from './OrderRow.module.css';
import screen from './OrderScreen.module.css';
import type { Opened } from './opened.ts';
import { RowSkeletons } from './RowSkeletons.tsx';
import { SideTag } from './SideTag.tsx';
import type { HistoryLoader } from './use-history.ts';

interface HistoryTabProps {
  readonly loader: HistoryLoader;
  readonly onOpen: (opened: Opened) => void;
}

/** Closed orders, newest first, twenty at a time. */
export function HistoryTab({ loader, onOpen }: HistoryTabProps) {
  const { t } = useTranslation();
  const { history, loading, refresh, more } = loader;
  if (history.status === 'loading') return <RowSkeletons />;
  if (history.status === 'failed')
    return <ErrorState text={refusalText(t, history.refusal)} onRetry={() => void refresh()} />;
  const { end, orders, realisedTotal } = history;
  return (
    <>
      {orders.length > 0 && (
        <p className={screen.total}>
          {t('order.realised_total')}
          <span dir="ltr" data-tone={toneOf(realisedTotal)}>
            {formatSigned(realisedTotal, 6)}
          </span>
        </p>
      )}
      <InfiniteList
        items={orders}
        loading={loading && end.status === 'more'}
        done={end.status === 'done'}
        onEnd={() => {
          if (end.status === 'more') more();
        }}
        empty={<NoOrders title={t('order.empty_history')} />}
        renderItem={(order) => (
          <HistoryRow key={order.id} order={order} onOpen={() => onOpen({ status: 'closed', order })} />
        )}
      />
      {end.status === 'failed' && <ErrorState text={refusalText(t, end.refusal)} onRetry={more} />}
    </>
  );
}

interface HistoryRowProps {
  readonly order: ClosedOrder;
  readonly onOpen: () => void;
}

function HistoryRow({ order, onOpen }: HistoryRowProps) {
  const { t } = useTranslation();
  const { showCode: name, precision } = order;
  return (
    <article className={styles.row}>
      <button
        type="button"
        className={styles.open}
        aria-label={t('order.open_row', { name })}
        onClick={onOpen}
      />
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        <SideTag side={order.side} lots={formatLots(order.volume)} />
      </div>
      <span className={styles.pnl} dir="ltr" data-tone={toneOf(order.realisedPnl)}>
        {formatSigned(order.realisedPnl, 6)}
      </span>
      <p className={styles.prices} dir="ltr">
        {formatPrice(order.openPrice, precision)} → {formatPrice(order.closePrice, precision)}
      </p>
      <p className={styles.reason}>{t(`order.reasons.${order.reason}`)}</p>
      <p className={styles.facts}>
        <span>{formatDateTime(order.closedAt)}</span>
      </p>
    </article>
  );
}
