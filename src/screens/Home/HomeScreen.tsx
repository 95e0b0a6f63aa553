import { effect } from '@preact/signals-react';
import { lazy, memo, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { Category } from '../../../shared/contract/market.ts';
import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import type { TimestampMs } from '../../../shared/domain/time.ts';
import { usualOpening } from '../../../shared/domain/usual-opening.ts';
import { later } from '../../clock.ts';
import { afterPaint } from '../../components/after-paint.ts';
import { IconButton } from '../../components/Button.tsx';
import { Chips } from '../../components/Chips.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Page } from '../../components/Page.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { untilLoaded } from '../../components/until-loaded.ts';
import { useHold } from '../../components/use-hold.ts';
import { useSignals } from '../../components/use-signals.ts';
import { formatWeekTime } from '../../format/date.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { connection } from '../../state/connection.ts';
import { areCovered } from '../../state/first-page.ts';
import { market, refreshMarket } from '../../state/market.ts';
import { favourites, homeChip, homeSort } from '../../state/preferences.ts';
import { session } from '../../state/session.ts';
import { Invitation } from '../shared/Invitation.tsx';
import { laterPart } from '../shared/later-screen.ts';
import { preloadPictures } from './HomeRow.tsx';
import styles from './HomeScreen.module.css';
import {
  ALL,
  arrange,
  FAVOURITES,
  homeSheet,
  linkOf,
  listedOrder,
  OPEN_NOW,
  openQuick,
  type Ranks,
  ranks,
} from './home-view.ts';
import { adoptFirst, Rows } from './Rows.tsx';

const SORT = { path: 'M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4' };

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
          <UserButton />
        </>
      }
    >
      <Quotes />
    </Page>
  );
}

/** The way to the account; a visitor's to the login. */
function UserButton() {
  useSignals();
  const { t } = useTranslation();
  if (session.value.status !== 'anonymous')
    return <IconButton icon="user" label={t('home.user')} onClick={() => navigate('/user')} />;
  return (
    <button type="button" className={`soft strong ${styles.login}`} onClick={() => navigate('/login')}>
      {t('account.login_title')}
    </button>
  );
}

function Quotes() {
  useSignals();
  const { t } = useTranslation();
  // Here, since a finger may be faster than the later parts.
  useHold(linkOf, openQuick);
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
  const opensAt = instruments && usualOpening(instruments);
  const chip =
    homeChip.value === ALL && opensAt !== undefined && !listedOrder.value ? OPEN_NOW : homeChip.value;
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
        <Top instruments={instruments} />
      </div>
      <div>
        {list.status === 'ready' && <Filters categories={list.categories} chip={chip} opensAt={opensAt} />}
        {shown === undefined ? (
          <HomeSkeleton isWhole={list.status === 'loading'} />
        ) : (
          <>
            {listed === FAVOURITES && (
              <Suspense fallback={null}>
                <Offers instruments={instruments ?? []} isAlone={shown.length === 0} />
              </Suspense>
            )}
            {shown.length === 0 && listed !== FAVOURITES && (
              <EmptyState icon="inbox" title={t('home.empty')} />
            )}
            {listed === OPEN_NOW && opensAt !== undefined ? (
              <Suspense fallback={<HomeSkeleton isWhole={false} />}>
                <Parted
                  shown={shown}
                  opensAt={opensAt}
                  opens={t('home.opens', { time: formatWeekTime(opensAt) })}
                />
              </Suspense>
            ) : (
              shown.length > 0 && <Rows items={shown} label={t('home.title')} />
            )}
          </>
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

interface FiltersProps {
  readonly categories: readonly Category[];
  readonly chip: number;
  /** Of the usual markets, while these are closed. */
  readonly opensAt: TimestampMs | undefined;
}

/** The chips of the categories, and the order. */
const Filters = memo(({ categories, chip, opensAt }: FiltersProps) => {
  useSignals();
  const { t } = useTranslation();
  const chips = [
    { value: FAVOURITES, label: t('home.favourites'), icon: 'star' as const },
    ...(opensAt === undefined ? [] : [{ value: OPEN_NOW, label: t('home.open_now') }]),
    { value: ALL, label: t('home.all') },
    ...categories.map((one) => ({ value: one.id, label: one.name })),
  ];
  return (
    <div className={styles.filters}>
      <Chips
        options={chips}
        value={chip}
        onChange={(chosen) => {
          listedOrder.value = chosen === ALL;
          homeChip.value = chosen === OPEN_NOW ? ALL : chosen;
        }}
        label={t('home.categories')}
      />
      {chip === FAVOURITES && favourites.value.length > 0 && (
        <IconButton
          icon="pencil"
          label={t('home.edit')}
          onClick={() => {
            homeSheet.value = 'edit';
          }}
        />
      )}
      <IconButton
        icon={SORT}
        label={t('home.sort')}
        onClick={() => {
          homeSheet.value = 'sort';
        }}
      />
    </div>
  );
});

const AccountStrip = laterPart(() =>
  import('../shared/AccountStrip.tsx').then((module) => module.AccountStrip),
);

const Parted = lazy(() =>
  untilLoaded(() => import('./Parted.tsx')).then((module) => ({ default: module.Parted })),
);
const Offers = laterPart(() => import('./Offers.tsx').then((module) => module.Offers));
const HeroStream = lazy(() =>
  untilLoaded(() => import('./HeroStream.tsx')).then((module) => ({ default: module.HeroStream })),
);

interface TopProps {
  readonly instruments: readonly Instrument[] | undefined;
}

/** The account and the movers, or the invitation to open one. Their places are kept from the first paint on, see styles/boot.css. */
const Top = memo(({ instruments }: TopProps) => {
  useSignals();
  const isSorted = homeSort.value !== 'listed';
  const isVisitor = session.value.status === 'anonymous';
  const parts = instruments && <Parts instruments={instruments} isAtOnce={isSorted} />;
  return isVisitor ? (
    <>
      <section className="home-hero">
        {instruments && (
          <Suspense fallback={null}>
            <HeroStream instruments={instruments} />
          </Suspense>
        )}
        <Invitation isAlone />
      </section>
      {parts}
    </>
  ) : (
    <>
      <div className="home-top">
        <Suspense fallback={null}>
          <AccountStrip />
        </Suspense>
      </div>
      <div className="home-movers">{parts}</div>
    </>
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
  // From then on they stay: a sheet that closes must not take the others with it.
  if (!isDue && isAtOnce) setIsDue(true);
  const isAsked = !isDue && homeSheet.value !== undefined;
  useEffect(() => {
    const due = () => {
      setIsDue(true);
      // A visitor's first tap may be the one that opens an account.
      AccountStrip.preload();
    };
    return isAsked ? afterPaint(due) : later(CALM_MS, due);
  }, [isAsked]);
  return isDue ? (
    <Suspense fallback={null}>
      <HomeParts instruments={instruments} />
    </Suspense>
  ) : null;
});

const ROWS = Array.from({ length: 10 }, (_, row) => row);

/** Placeholders for ten rows, at the places of those in index.html. `isWhole`: and for the chips above them. */
function HomeSkeleton({ isWhole }: { readonly isWhole: boolean }) {
  useSignals();
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('public.loading')}>
      {isWhole && <div className="boot-gap" />}
      {isWhole && areCovered.value ? (
        <div ref={adoptFirst} />
      ) : (
        ROWS.map((row) => (
          <div key={row} className="boot-row">
            <Skeleton width={32} height={32} />
            <Skeleton width={84} />
            <Skeleton width={68} />
          </div>
        ))
      )}
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
