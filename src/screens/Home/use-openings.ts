import { effect } from '@preact/signals-react';
import { useEffect } from 'react';
import { clockFace } from '../../format/clock-face.ts';
import { formatComing } from '../../format/date.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { deviceNow } from '../../state/now.ts';
import { closedText } from './home-view.ts';

/** Gives the rows of closed markets the words for their next opening, in the reader's language, zone and clock. */
export function useOpenings(): void {
  const { t } = useTranslation();
  useEffect(
    () =>
      effect(() => {
        // A new function for each face of the clock, so that the rows are written again.
        void clockFace.value;
        closedText.value = (market) =>
          market.status === 'closed' && market.opensAt !== undefined
            ? `${t('home.closed')}\n${t('home.opens', { time: formatComing(market.opensAt, deviceNow()) })}`
            : undefined;
      }),
    [t],
  );
}
