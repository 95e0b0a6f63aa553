import { effect } from '@preact/signals-react';
import { memo, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Category } from '../../../shared/contract/market.ts';
import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import { later } from '../../clock.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Page } from '../../components/Page.tsx';
import type { RowSlot } from '../../components/row-slots.ts';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { VirtualRows } from '../../components/VirtualRows.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { connection } from '../../state/connection.ts';
import { market, refreshMarket } from '../../state/market.ts';
import { favourites, homeChip, homeSort } from '../../state/preferences.ts';
import { followRows } from '../../state/quotes.ts';
import { session } from '../../state/session.ts';
import { Invitation } from '../shared/Invitation.tsx';
import { laterPart } from '../shared/later-screen.ts';
import { HomeRow, preloadPictures, ROW_HEIGHT } from './HomeRow.tsx';
import styles from './HomeScreen.module.css';
import { ALL, arrange, FAVOURITES, homeSheet, type Ranks, ranks } from './home-view.ts';

const SORT = { path: 'M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4' };

const renderRow = (slot: RowSlot<Instrument>) => <HomeRow slot={slot} />;

/** `/`: all instruments by category. Renders when the list changes, not on ticks. */
export function HomeScreen() {
  const { t } = useTranslation();
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
  // While the list is on its way the connection has nothing else to carry.
  useEffect(
    () =>
      effect(() => {
        if (connection.value.status !== 'idle') preloadPictures();
      }),
    [],
  );
  const list = market.value;
  const instruments = list.status === 'ready' ? list.instruments : undefined;
  const chip = homeChip.value;
  // The chip answers in the frame of its tap, the list after it.
  const listed = useDeferredValue(chip);
  const starred = favourites.value;
  const isSorted = homeSort.value !== 'listed';
  const places = ranks.value;
  const isKnown = !isSorted || places !== undefined;
  const shown = useArranged(
    isKnown ? instruments : undefined,
    listed,
    starred,
    isSorted ? places : undefined,
  );
  if (list.status === 'failed') {
    return <ErrorState text={list.message || t('home.failed')} onRetry={refreshMarket} />;
  }
  return (
    <div className="home">
      <div className="home-head">
        <Top />
        <div className="home-movers">
          {instruments && <Parts instruments={instruments} isAtOnce={isSorted} />}
        </div>
      </div>
      <div>
        {list.status === 'ready' && <Filters categories={list.categories} />}
        {shown === undefined ? (
          <HomeSkeleton isWhole={list.status === 'loading'} />
        ) : shown.length === 0 ? (
          <EmptyState
            icon="inbox"
            title={t(listed === FAVOURITES ? 'home.no_favourites' : 'home.empty')}
            action={
              <Button
                variant="primary"
                onClick={() => {
                  homeChip.value = ALL;
                }}
              >
                {t('home.all')}
              </Button>
            }
          />
        ) : (
          <VirtualRows
            items={shown}
            rowHeight={ROW_HEIGHT}
            renderRow={renderRow}
            label={t('home.title')}
            follow={followRows}
          />
        )}
      </div>
    </div>
  );
}

function useArranged(
  instruments: readonly Instrument[] | undefined,
  chip: number,
  starred: readonly InstrumentId[],
  places: Ranks | undefined,
) {
  return useMemo(
    () => instruments && arrange(instruments, chip, starred, places),
    [instruments, chip, starred, places],
  );
}

/** The chips of the categories, the order, and the names of the columns. */
const Filters = memo(({ categories }: { readonly categories: readonly Category[] }) => {
  useSignals();
  const { t } = useTranslation();
  const chips = [
    { value: FAVOURITES, label: t('home.favourites') },
    { value: ALL, label: t('home.all') },
    ...categories.map((one) => ({ value: one.id, label: one.name })),
  ];
  const chip = homeChip.value;
  return (
    <div className={styles.filters}>
      <div className={styles.choices}>
        <Chips
          options={chips}
          value={chip}
          onChange={(chosen) => {
            homeChip.value = chosen;
          }}
          label={t('home.categories')}
        />
        <IconButton
          icon={SORT}
          label={t('home.sort')}
          onClick={() => {
            homeSheet.value = 'sort';
          }}
        />
      </div>
      <div className={`ends tiny ${styles.columns}`}>
        {chip === FAVOURITES && favourites.value.length > 0 ? (
          <button
            type="button"
            className={styles.edit}
            onClick={() => {
              homeSheet.value = 'edit';
            }}
          >
            {t('home.edit')}
          </button>
        ) : (
          <span aria-hidden="true">{t('home.name')}</span>
        )}
        <span aria-hidden="true">{t('home.price')}</span>
      </div>
    </div>
  );
});

const AccountStrip = laterPart(() => import('./AccountStrip.tsx').then((module) => module.AccountStrip));

/** The account, or the invitation to open one. Its place is kept from the first paint on, see styles/boot.css. */
const Top = memo(() => {
  useSignals();
  const { status } = session.value;
  return (
    <div className="home-top">
      {status === 'anonymous' ? (
        <Invitation />
      ) : (
        <Suspense fallback={null}>
          <AccountStrip />
        </Suspense>
      )}
    </div>
  );
});

const HomeParts = laterPart(() =>
  import('./HomeParts.tsx').then(
    ({ HomeParts: Loaded }) => Loaded,
    (error) => {
      // The list works without, in the exchange's order.
      ranks.value = ranks.peek() ?? new Map();
      throw error;
    },
  ),
);

/** After the first rows and their pictures. */
const CALM_MS = 1_200;

interface PartsProps {
  readonly instruments: readonly Instrument[];
  readonly isAtOnce: boolean;
}

/** Skips the renders that a tap on a chip causes. */
const Parts = memo(({ instruments, isAtOnce }: PartsProps) => {
  useSignals();
  const [isDue, setIsDue] = useState(false);
  useEffect(() => later(CALM_MS, () => setIsDue(true)), []);
  // From then on they stay: a sheet that closes must not take the others with it.
  if (!isDue && (isAtOnce || homeSheet.value !== undefined)) setIsDue(true);
  return isDue ? (
    <Suspense fallback={null}>
      <HomeParts instruments={instruments} />
    </Suspense>
  ) : null;
});

const ROWS = Array.from({ length: 10 }, (_, row) => row);

/** Placeholders for ten rows, at the places of those in index.html. `isWhole`: and for the chips above them. */
function HomeSkeleton({ isWhole }: { readonly isWhole: boolean }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('public.loading')}>
      {isWhole && <div className="boot-gap" />}
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
