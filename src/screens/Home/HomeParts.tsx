import { useCallback, useEffect } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { Icon } from '../../components/Icon.tsx';
import { Sheet } from '../../components/Modal.tsx';
import { PullAround } from '../../components/PullToRefresh.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { offerChoice } from '../../state/choices.ts';
import { haptic } from '../../state/haptics.ts';
import { HOME_SORTS, homeSort } from '../../state/preferences.ts';
import { openQuickOrder } from '../../state/quick-order.ts';
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

const SHEET = {
  get value() {
    return homeSheet.value ?? '';
  },
  set value(text: string) {
    homeSheet.value = text === 'sort' || text === 'edit' ? text : undefined;
  },
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
      openQuickOrder(held);
    },
    [instruments],
  );
  useRowHold(openQuick);
  useRowSwipe(t('home.quick'), openQuick);
  useEffect(() => offerChoice('home.sheet', SHEET), []);
  const sheet = homeSheet.value;
  return (
    <>
      <PullAround onRefresh={refreshHome} />
      <Movers instruments={instruments} />
      <SortSheet open={sheet === 'sort'} />
      <EditSheet open={sheet === 'edit'} instruments={instruments} onClose={close} />
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
