import { useEffect } from 'react';
import { countdownText } from '../../format/countdown.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { reloadAtTurn } from '../../state/market-turn.ts';
import { shownNow } from '../../state/shown-now.ts';
import { opening } from './home-view.ts';

/** Gives the rows of closed markets the time until their next opening, in the reader's words. */
export function useOpenings(): void {
  const { t } = useTranslation();
  useEffect(() => {
    opening.value = (market, isOpen, closed) => {
      reloadAtTurn(market, isOpen);
      const opensAt = 'opensAt' in market ? market.opensAt : undefined;
      if (isOpen || opensAt === undefined) return undefined;
      const [now, closedAt] = [shownNow.value, closed.value];
      if (now === undefined || opensAt <= now) return undefined;
      return {
        left: countdownText(opensAt - now, (days, time) => t('trade.days', { days, time })),
        part: closedAt === undefined ? 0 : Math.max(0, (now - closedAt) / (opensAt - closedAt)),
      };
    };
  }, [t]);
}
