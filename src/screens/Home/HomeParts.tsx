import { useCallback } from 'react';
import { useLocation } from 'wouter';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Sheet } from '../../components/Modal.tsx';
import { PullAround } from '../../components/PullToRefresh.tsx';
import { SigText } from '../../components/SigText.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useLast } from '../../components/use-last.ts';
import { useSignals } from '../../components/use-signals.ts';
import { toneOf } from '../../format/money.ts';
import { formatPercent, formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showAlerts } from '../../state/alerts.ts';
import { toggleFavourite } from '../../state/favourites.ts';
import { haptic } from '../../state/haptics.ts';
import { favourites, HOME_SORTS, homeSort } from '../../state/preferences.ts';
import { useQuote } from '../../state/quotes.ts';
import { refreshHome } from '../../state/refresh-home.ts';
import { EditSheet } from './EditSheet.tsx';
import styles from './HomeParts.module.css';
import { homeSheet } from './home-view.ts';
import { Movers } from './Movers.tsx';
import { useOpenings } from './use-openings.ts';
import { useRanks } from './use-ranks.ts';
import { useRowHold } from './use-row-hold.ts';
import { useRowSwipe } from './use-row-swipe.ts';

interface HomePartsProps {
  readonly instruments: readonly Instrument[];
}

const close = (): void => {
  homeSheet.value = undefined;
};

/** What the list does without until its first rows are shown: its other orders, and the sheets above it. */
export function HomeParts({ instruments }: HomePartsProps) {
  useSignals();
  const { t } = useTranslation();
  useRanks(instruments, homeSort.value);
  useOpenings();
  const openQuick = useCallback(
    (link: HTMLAnchorElement) => {
      const held = instruments.find(({ id }) => link.search === `?id=${id}`);
      if (held === undefined) return;
      haptic('tick');
      homeSheet.value = held;
    },
    [instruments],
  );
  useRowHold(openQuick);
  useRowSwipe(t('home.quick'), openQuick);
  const sheet = homeSheet.value;
  return (
    <>
      <PullAround onRefresh={refreshHome} />
      <Movers instruments={instruments} />
      <SortSheet open={sheet === 'sort'} />
      <EditSheet open={sheet === 'edit'} instruments={instruments} onClose={close} />
      <QuickSheet instrument={typeof sheet === 'object' ? sheet : undefined} />
    </>
  );
}

function SortSheet({ open }: { readonly open: boolean }) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} onClose={close} title={t('home.sort')}>
      <Sorts />
    </Sheet>
  );
}

function Sorts() {
  useSignals();
  const { t } = useTranslation();
  return (
    <>
      {HOME_SORTS.map((sort) => (
        <button
          type="button"
          key={sort}
          className={`row ends ${styles.choice}`}
          aria-pressed={homeSort.value === sort}
          onClick={() => {
            homeSort.value = sort;
            close();
          }}
        >
          {t(`home.sorted.${sort}`)}
          {homeSort.value === sort && <Icon name="check" size={20} />}
        </button>
      ))}
    </>
  );
}

/** The price of an instrument, and what can be done with it at once. */
function QuickSheet({ instrument }: { readonly instrument: Instrument | undefined }) {
  // Its content stays while the sheet closes.
  const shown = useLast(instrument);
  return (
    <Sheet open={instrument !== undefined} onClose={close} title={shown?.showCode}>
      {shown && <Quick instrument={shown} />}
    </Sheet>
  );
}

function Quick({ instrument: { id, precision } }: { readonly instrument: Instrument }) {
  useSignals();
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const quote = useQuote(id);
  const price = useCallback(() => formatPrice(quote.close.value, precision), [quote, precision]);
  const change = useCallback(() => formatPercent(quote.change.value), [quote]);
  const tone = useCallback(() => (quote.change.value === 0 ? 'up' : toneOf(quote.change.value)), [quote]);
  const isStarred = favourites.value.includes(id);
  return (
    <div className={styles.quick}>
      <p className={styles.figures}>
        <SigText className="big" text={price} />
        <SigText text={change} tone={tone} />
      </p>
      <Button
        variant="primary"
        wide
        onClick={() => {
          close();
          navigate(`/trade?id=${id}`);
        }}
      >
        {t('tab.trade')}
      </Button>
      <Button
        variant="quiet"
        wide
        aria-pressed={isStarred}
        onClick={() => {
          if (!toggleFavourite(id)) showToast(t('home.favourites_full'), 'error');
          close();
        }}
      >
        {t(isStarred ? 'home.unstar' : 'home.star')}
      </Button>
      <Button
        variant="quiet"
        wide
        onClick={() => {
          close();
          showAlerts(id);
        }}
      >
        {t('alerts.title')}
      </Button>
    </div>
  );
}
