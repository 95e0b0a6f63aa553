import { useCallback, useEffect, useRef, useState } from 'react';
import type { ClosedOrder } from '../../../shared/domain/order.ts';
import { InfiniteList } from '../../components/InfiniteList.tsx';
import { RefusalState } from '../../components/RefusalState.tsx';
import { formatDateTime } from '../../format/date.ts';
import { formatSigned, toneOf } from '../../format/money.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { onOrderEvent } from '../../state/account.ts';
import { loadHistory } from '../../state/orders.ts';
import { EMPTY_HISTORY, type History, nextPage, withPage } from './history-model.ts';
import { NoOrders, OrderRow, RowSkeletons } from './OrderRow.tsx';
import styles from './OrderScreen.module.css';
import type { Opened } from './OrderSheet.tsx';

interface HistoryTabProps {
  readonly loader: HistoryLoader;
  readonly onOpen: (opened: Opened) => void;
}

/** Closed orders, the newest first, loaded in pages of twenty. */
export function HistoryTab({ loader, onOpen }: HistoryTabProps) {
  const { t } = useTranslation();
  const { history, loading, refresh, more } = loader;
  if (history.status === 'loading') return <RowSkeletons />;
  if (history.status === 'failed') return <RefusalState error={history.refusal} onRetry={refresh} />;
  const { end, orders, realisedTotal } = history;
  return (
    <>
      {orders.length > 0 && (
        <p className="ends entry soft">
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
      {end.status === 'failed' && <RefusalState error={end.refusal} onRetry={more} />}
    </>
  );
}

function HistoryRow({ order, onOpen }: { readonly order: ClosedOrder; readonly onOpen: () => void }) {
  const { t } = useTranslation();
  const { precision } = order;
  return (
    <OrderRow order={order} onOpen={onOpen}>
      <span className={`strong ${styles.rowPnl}`} dir="ltr" data-tone={toneOf(order.realisedPnl)}>
        {formatSigned(order.realisedPnl, 6)}
      </span>
      <p className={`soft ${styles.prices}`} dir="ltr">
        {formatPrice(order.openPrice, precision)} → {formatPrice(order.closePrice, precision)}
      </p>
      <p className={`soft ${styles.reason}`}>{t(`order.reasons.${order.reason}`)}</p>
      <p className={`tiny ${styles.facts}`}>
        <span>{formatDateTime(order.closedAt)}</span>
      </p>
    </OrderRow>
  );
}

interface HistoryLoader {
  readonly history: History;
  readonly loading: boolean;
  /** Loads the newest page; also after a failure. */
  readonly refresh: () => Promise<void>;
  /** Loads the next page, unless one is loading. */
  readonly more: () => void;
}

/** The history while `active`; reloaded each time it becomes active and whenever an order closes. */
export function useHistory(active: boolean): HistoryLoader {
  const [history, setHistory] = useState(EMPTY_HISTORY);
  const [loading, setLoading] = useState(false);
  const latest = useRef(history);
  const busy = useRef<Promise<void>>(undefined);

  const load = useCallback(async (page: number): Promise<void> => {
    setLoading(true);
    const result = await loadHistory(page);
    latest.current = withPage(latest.current, page, result);
    setHistory(latest.current);
    setLoading(false);
  }, []);
  // One page at a time, in order: a page that overtakes another would leave a gap.
  const queue = useCallback(
    (page: () => number): Promise<void> => {
      const next = (busy.current ?? Promise.resolve()).then(() => load(page()));
      busy.current = next;
      return next.finally(() => {
        if (busy.current === next) busy.current = undefined;
      });
    },
    [load],
  );
  const refresh = useCallback(() => queue(() => 1), [queue]);
  const more = useCallback(() => {
    if (busy.current === undefined) void queue(() => nextPage(latest.current));
  }, [queue]);

  useEffect(() => {
    if (!active) return;
    void refresh();
    return onOrderEvent((event) => {
      if (event.kind === 'closed') void refresh();
    });
  }, [active, refresh]);
  return { history, loading, refresh, more };
}
