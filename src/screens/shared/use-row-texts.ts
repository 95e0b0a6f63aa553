import type { ReadonlySignal } from '@preact/signals-react';
import { useMemo } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { formatPercent, formatPrice } from '../../format/number.ts';
import { quoteOf } from '../../state/quotes.ts';

/** Live texts of the instrument in a row, as stable functions for `SigText`. Zero counts as up. */
export const useRowTexts = (item: ReadonlySignal<Instrument>) =>
  useMemo(() => {
    const change = () => quoteOf(item.value.id).change.value;
    return {
      code: () => item.value.showCode,
      name: () => item.value.name,
      price: () => formatPrice(quoteOf(item.value.id).close.value, item.value.precision),
      change: () => formatPercent(change()),
      tone: () => {
        const now = change();
        return now === undefined ? undefined : now >= 0 ? ('up' as const) : ('down' as const);
      },
    };
  }, [item]);
