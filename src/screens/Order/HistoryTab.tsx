import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { HistoryFilter } from '../../../shared/domain/order.ts';
import { Amount } from '../../components/account/Amount.tsx';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { InfiniteList } from '../../components/InfiniteList.tsx';
import { RefusalState } from '../../components/RefusalState.tsx';
import { useLast } from '../../components/use-last.ts';
import { Value } from '../../components/Value.tsx';
import { formatTime } from '../../format/date.ts';
import { formatSigned, toneOf } from '../../format/money.ts';
import { formatPrice, formatScaled } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { onOrderEvent } from '../../state/account.ts';
import { onBack, onMoment } from '../../state/ask.ts';
import { loadHistory } from '../../state/orders.ts';
import { dayName } from '../shared/day-name.ts';
import { closeWords } from './close-words.ts';
import { HistoryBar } from './HistoryBar.tsx';
import { EVERYTHING, type HistoryChoice, restrictionsOf } from './history-choice.ts';
import { daysOf, type HistoryDay } from './history-days.ts';
import { EMPTY_HISTORY, type History, type HistoryOrder, nextPage, withPage } from './history-model.ts';
import { NoOrders, OrderRow, RowSkeletons } from './OrderRow.tsx';
import styles from './OrderScreen.module.css';
import type { Opened } from './OrderSheet.tsx';

const BalanceCurve = lazy(() => import('./BalanceCurve.tsx').then((m) => ({ default: m.BalanceCurve })));

interface HistoryTabProps {
  readonly loader: HistoryLoader;
  readonly filter: HistoryFilter;
  readonly choice: HistoryChoice;
  readonly onChoose: (choice: HistoryChoice) => void;
  readonly onOpen: (opened: Opened) => void;
}

/** Closed orders by day, the newest first, loaded in pages of twenty. */
export function HistoryTab({ loader, filter, choice, onChoose, onOpen }: HistoryTabProps) {
  const { history, refresh } = loader;
  const hasOrders = restrictionsOf(choice) > 0 || (history.status === 'ready' && history.total > 0);
  // Stays while another range is loaded.
  const hasCurve = useLast(hasOrders || undefined) === true;
  return (
    <>
      <HistoryBar history={history} choice={choice} filter={filter} onChoose={onChoose} />
      {history.status === 'loading' && <RowSkeletons />}
      {history.status === 'failed' && <RefusalState error={history.refusal} onRetry={refresh} />}
      {hasCurve && (
        <Suspense fallback={<div className={styles.curve} />}>
          <BalanceCurve from={filter.from} to={filter.to} />
        </Suspense>
      )}
      {history.status === 'ready' && (
        <Days
          history={history}
          loader={loader}
          isFiltered={restrictionsOf(choice) > 0}
          onShowAll={() => onChoose(EVERYTHING)}
          onOpen={onOpen}
        />
      )}
    </>
  );
}

interface DaysProps {
  readonly history: Extract<History, { readonly status: 'ready' }>;
  readonly loader: HistoryLoader;
  readonly isFiltered: boolean;
  readonly onShowAll: () => void;
  readonly onOpen: (opened: Opened) => void;
}

function Days({ history, loader, isFiltered, onShowAll, onOpen }: DaysProps) {
  const { t } = useTranslation();
  const { end, orders, realisedTotal } = history;
  const { loading, refresh, more } = loader;
  const days = useMemo(() => daysOf(orders, end.status === 'done'), [orders, end]);
  const empty = isFiltered ? (
    <EmptyState
      icon="inbox"
      title={t('history.none')}
      action={
        <Button variant="primary" onClick={onShowAll}>
          {t('history.reset')}
        </Button>
      }
    />
  ) : (
    <NoOrders title={t('order.empty_history')} />
  );
  return (
    <>
      {orders.length > 0 && (
        <p className="ends entry soft">
          {t('order.realised_total')}
          <Amount of={realisedTotal} profit className="strong" />
        </p>
      )}
      <InfiniteList
        items={days}
        loading={loading && end.status !== 'done'}
        done={end.status === 'done'}
        onEnd={() => {
          if (end.status === 'more') more();
        }}
        empty={empty}
        renderItem={(day) => <Day key={day.startMs} day={day} onOpen={onOpen} />}
      />
      {end.status === 'failed' && <RefusalState error={end.refusal} onRetry={refresh} />}
    </>
  );
}

interface DayProps {
  readonly day: HistoryDay;
  readonly onOpen: (opened: Opened) => void;
}

/** A day: its head with the sum, once all of its orders are there, and its orders. */
function Day({ day, onOpen }: DayProps) {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className={`ends ${styles.day}`}>
        <span className="strong">{dayName(t, day.startMs)}</span>
        {day.sum !== undefined && (
          <span className="soft">
            <Value>{formatScaled(day.orders.length, 0)}</Value>
            {' · '}
            <span className="strong" dir="ltr" translate="no" data-tone={toneOf(day.sum)}>
              {formatSigned(day.sum)}
            </span>
          </span>
        )}
      </h2>
      {day.orders.map((order) => (
        <HistoryRow key={order.id} order={order} onOpen={() => onOpen({ status: 'closed', order })} />
      ))}
    </section>
  );
}

function HistoryRow({ order, onOpen }: { readonly order: HistoryOrder; readonly onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <OrderRow
      order={order}
      onOpen={onOpen}
      figure={
        order.status === 'closed' ? (
          <Amount of={order.realisedPnl} profit className={`strong ${styles.rowPnl}`} />
        ) : (
          <span className="soft">{t('order.fates.cancelled')}</span>
        )
      }
    >
      <p className="soft">
        {order.status === 'closed'
          ? closeWords(t, order)
          : t('history.no_margin', { price: formatPrice(order.targetPrice, order.precision) })}
      </p>
      <p className={`faint ${styles.reason}`} translate="no">
        {formatTime(order.closedAt)}
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

/**
 * The history while `active`; reloaded each time it becomes active and whenever an order closes, and what failed when the
 * connection comes back.
 */
export function useHistory(active: boolean, filter: HistoryFilter): HistoryLoader {
  const [history, setHistory] = useState(EMPTY_HISTORY);
  const [loading, setLoading] = useState(false);
  const latest = useRef(history);
  const busy = useRef<Promise<void>>(undefined);

  const shown = useRef(filter);

  const load = useCallback(
    async (page: number): Promise<void> => {
      setLoading(true);
      const result = await loadHistory(page, { ...filter, unfilled: true });
      // The answer to an earlier filter.
      if (shown.current !== filter) return;
      latest.current = withPage(latest.current, page, result);
      setHistory(latest.current);
      setLoading(false);
    },
    [filter],
  );
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
    if (shown.current === filter) return;
    shown.current = filter;
    latest.current = EMPTY_HISTORY;
    setHistory(EMPTY_HISTORY);
    busy.current = undefined;
  }, [filter]);
  useEffect(() => {
    if (!active) return;
    void refresh();
    return onOrderEvent((event) => {
      if (event.kind === 'closed') void refresh();
    });
  }, [active, refresh]);
  const hasFailed =
    history.status === 'failed' || (history.status === 'ready' && history.end.status === 'failed');
  useEffect(
    () => (active && hasFailed ? onBack(() => void refresh()) : undefined),
    [active, hasFailed, refresh],
  );
  // Orders that close later must not stay.
  useEffect(
    () =>
      onMoment(() => {
        latest.current = EMPTY_HISTORY;
        if (active) void refresh();
      }),
    [active, refresh],
  );
  return { history, loading, refresh, more };
}
