import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react';
import type { HistoryPage } from '../../../shared/contract/domain.ts';
import type { Money } from '../../../shared/domain/money.ts';
import type { HistoryFilter } from '../../../shared/domain/order.ts';
import { ok } from '../../../shared/result.ts';
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
import { loadHistory } from '../../state/orders.ts';
import { type Pages, usePages } from '../../state/use-pages.ts';
import { dayName } from '../shared/day-name.ts';
import { closeWords } from './close-words.ts';
import { HistoryBar } from './HistoryBar.tsx';
import { EVERYTHING, type HistoryChoice, restrictionsOf } from './history-choice.ts';
import { daysOf, type HistoryDay, type HistoryOrder } from './history-days.ts';
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
  const { last, error, refresh } = loader;
  const hasOrders = restrictionsOf(choice) > 0 || (last !== undefined && last.total > 0);
  // Stays while another range is loaded.
  const hasCurve = useLast(hasOrders || undefined) === true;
  return (
    <>
      <HistoryBar total={last?.total} choice={choice} filter={filter} onChoose={onChoose} />
      {last === undefined &&
        (error === undefined ? <RowSkeletons /> : <RefusalState error={error} onRetry={refresh} />)}
      {hasCurve && (
        <Suspense fallback={<div className={styles.curve} />}>
          <BalanceCurve from={filter.from} to={filter.to} />
        </Suspense>
      )}
      {last !== undefined && (
        <Days
          loader={loader}
          realisedTotal={last.realisedTotal}
          isFiltered={restrictionsOf(choice) > 0}
          onShowAll={() => onChoose(EVERYTHING)}
          onOpen={onOpen}
        />
      )}
    </>
  );
}

interface DaysProps {
  readonly loader: HistoryLoader;
  readonly realisedTotal: Money;
  readonly isFiltered: boolean;
  readonly onShowAll: () => void;
  readonly onOpen: (opened: Opened) => void;
}

function Days({ loader, realisedTotal, isFiltered, onShowAll, onOpen }: DaysProps) {
  const { t } = useTranslation();
  const { items, error, loading, refresh, more } = loader;
  const isDone = loader.done && error === undefined;
  const days = useMemo(() => daysOf(items, isDone), [items, isDone]);
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
      {items.length > 0 && (
        <p className="ends entry soft">
          {t('order.realised_total')}
          <Amount of={realisedTotal} profit className="strong" />
        </p>
      )}
      <InfiniteList
        items={days}
        loading={loading && !isDone}
        done={isDone}
        onEnd={() => {
          if (error === undefined) more();
        }}
        empty={empty}
        renderItem={(day) => <Day key={day.startMs} day={day} onOpen={onOpen} />}
      />
      {error !== undefined && <RefusalState error={error} onRetry={refresh} />}
    </>
  );
}

interface DayProps {
  readonly day: HistoryDay;
  readonly onOpen: (opened: Opened) => void;
}

/** A day: its head with the sum, when all of its orders are there, and its orders. */
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
          <Amount of={order.realisedPnl} profit className={`strong number-end ${styles.rowPnl}`} />
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

type HistoryLoader = Pages<HistoryOrder, HistoryPage>;

/** Reloaded each time it becomes active, and whenever an order closes. */
export function useHistory(isActive: boolean, filter: HistoryFilter): HistoryLoader {
  const load = useCallback(
    async (page: number) => {
      const answer = await loadHistory(page, { ...filter, unfilled: true });
      return answer.ok ? ok({ ...answer.value, list: answer.value.orders }) : answer;
    },
    [filter],
  );
  const pages = usePages(load, idOf, { isActive, merges: true });
  const { refresh } = pages;
  useEffect(() => {
    if (!isActive) return undefined;
    return onOrderEvent((event) => {
      if (event.kind === 'closed') void refresh();
    });
  }, [isActive, refresh]);
  return pages;
}

const idOf = ({ id }: HistoryOrder): number => id;
