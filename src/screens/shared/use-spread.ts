import { useComputed } from '@preact/signals-react';
import { useCallback } from 'react';
import { spreadOf } from '../../../shared/domain/quote.ts';
import { useSignals } from '../../components/use-signals.ts';
import { formatScaled } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { QuoteSignals } from '../../state/quotes.ts';

/** The points between both prices as a text that ticks; undefined where there is one price. No tick renders. */
export function useSpread({ close, ask }: QuoteSignals): (() => string) | undefined {
  useSignals();
  const { t } = useTranslation();
  const points = useComputed(() => spreadOf({ close: close.value, ask: ask.value }));
  const isThere = useComputed(() => points.value > 0);
  const text = useCallback(
    () => t('ticket.points', { count: points.value, points: formatScaled(points.value, 0) }),
    [t, points],
  );
  return isThere.value ? text : undefined;
}
