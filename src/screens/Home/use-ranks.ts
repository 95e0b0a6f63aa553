import { useEffect } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { every, later } from '../../clock.ts';
import { formatLocale } from '../../format/locale.ts';
import type { HomeSort } from '../../state/preferences.ts';
import { homeRefreshes } from '../../state/refresh-home.ts';
import { ranksByName, ranksByValue } from './home-order.ts';
import { ranks } from './home-view.ts';
import { knownRanking } from './known-ranking.ts';
import { followTouch } from './touch-rest.ts';

const PERIOD_MS = 10_000;
/** The quotes may come a moment after the list. */
const FIRST_TRY_MS = 500;

/** Updates the places of the chosen order: those by price or change every ten seconds while nobody touches the page. */
export function useRanks(instruments: readonly Instrument[], sort: HomeSort): void {
  useEffect(() => {
    if (sort === 'listed') return undefined;
    if (sort === 'name-up' || sort === 'name-down') {
      ranks.value = ranksByName(instruments, sort, formatLocale());
      return undefined;
    }
    let isOver = false;
    const rank = async (): Promise<void> => {
      const by = sort === 'price-up' || sort === 'price-down' ? 'price' : 'change';
      const ranking = await knownRanking(instruments, by);
      // Even an empty one: the list must not wait for it.
      if (!isOver) ranks.value = ranksByValue(ranking, sort);
    };
    const touch = followTouch(window);
    const stops = [
      // Now, and at each refresh, which may leave the list as it is.
      homeRefreshes.subscribe(() => void rank()),
      later(FIRST_TRY_MS, () => void rank()),
      every(PERIOD_MS, () => {
        if (!touch.isTouched() && document.visibilityState === 'visible') void rank();
      }),
      touch.stop,
    ];
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [instruments, sort]);
}
