import { useDeferredValue, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { IconButton } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Page } from '../../components/Page.tsx';
import type { RowSlot } from '../../components/row-slots.ts';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { VirtualRows } from '../../components/VirtualRows.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { market, refreshMarket } from '../../state/market.ts';
import { followQuotes } from '../../state/quotes.ts';
import { HomeRow, ROW_HEIGHT } from './HomeRow.tsx';
import styles from './HomeScreen.module.css';

/** The chip for all categories; ids of categories start at 1. */
const ALL = 0;

const renderRow = (slot: RowSlot<Instrument>) => <HomeRow slot={slot} />;

/** `/`: all instruments by category. Renders when the list changes, not on ticks. */
export function HomeScreen() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <Page
      title={<Wordmark />}
      tabBar
      actions={
        <>
          <IconButton icon="search" label={t('public.search')} onClick={() => navigate('/product')} />
          <IconButton icon="globe" label={t('home.language')} onClick={() => navigate('/language')} />
          <IconButton icon="user" label={t('home.user')} onClick={() => navigate('/user')} />
        </>
      }
    >
      <Quotes />
    </Page>
  );
}

function Quotes() {
  useSignals();
  const { t } = useTranslation();
  const [category, setCategory] = useState<number>(ALL);
  const list = market.value;
  const instruments = list.status === 'ready' ? list.instruments : undefined;
  // The chip answers in the frame of its tap, the list after it.
  const listed = useDeferredValue(category);
  const shown = useMemo(
    () => instruments?.filter((one) => listed === ALL || one.categoryId === listed) ?? [],
    [instruments, listed],
  );
  if (list.status === 'loading') return <HomeSkeleton />;
  if (list.status === 'failed') {
    return <ErrorState text={list.message || t('home.failed')} onRetry={refreshMarket} />;
  }
  const chips = [
    { value: ALL, label: t('home.all') },
    ...list.categories.map((one) => ({ value: one.id, label: one.name })),
  ];
  return (
    <>
      <div className={styles.filters}>
        <Chips options={chips} value={category} onChange={setCategory} label={t('home.categories')} />
        <div className={`ends tiny ${styles.columns}`} aria-hidden="true">
          <span>{t('home.name')}</span>
          <span>{t('home.price')}</span>
        </div>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon="inbox" title={t('home.empty')} />
      ) : (
        <VirtualRows
          items={shown}
          rowHeight={ROW_HEIGHT}
          renderRow={renderRow}
          label={t('home.title')}
          follow={followQuotes}
        />
      )}
    </>
  );
}

const ROWS = Array.from({ length: 10 }, (_, row) => row);

/** Placeholders for ten rows during the first load, at the places of those in index.html. */
function HomeSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('public.loading')}>
      <div className="boot-gap" />
      {ROWS.map((row) => (
        <div key={row} className="boot-row">
          <Skeleton width={32} height={32} />
          <Skeleton width={84} />
          <Skeleton width={68} />
        </div>
      ))}
    </div>
  );
}

function Wordmark() {
  const { t } = useTranslation();
  return (
    <span className={styles.wordMark}>
      <img src="/icon.svg" alt="" width={24} height={24} />
      <span>{t('app.name')}</span>
    </span>
  );
}
