import { type ReadonlySignal, signal } from '@preact/signals-react';
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import { Rail, RailPip, railPlace } from '../../components/Rail.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useNodeEffect } from '../../components/use-node-effect.ts';
import { formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { subscribeCandles } from '../../state/candles.ts';
import type { QuoteSignals } from '../../state/quotes.ts';
import styles from './DayRail.module.css';
import { type DayRange, newestDay, widen } from './trade-model.ts';

interface DayRailProps {
  readonly instrument: Instrument;
  readonly quote: QuoteSignals;
  /** Between both ends. */
  readonly children?: ReactNode;
}

/** Where the price lies between the day's lowest and highest. */
export function DayRail({ instrument: { id, precision }, quote, children }: DayRailProps) {
  const { t } = useTranslation();
  const day = useDayRange(id);
  const place = () => {
    const [now, range] = [quote.close.value, day.value];
    if (now === undefined || range === undefined || range.high <= range.low) return undefined;
    return railPlace((now - range.low) / (range.high - range.low));
  };
  const edges = useNodeEffect<HTMLParagraphElement>(
    useCallback((node) => node.toggleAttribute('data-known', day.value !== undefined), [day]),
  );
  const edge = (side: 'low' | 'high') => (
    <span className={styles.edge}>
      <span>{t(`trade.${side}`)}</span> <SigText text={() => formatPrice(day.value?.[side], precision)} />
    </span>
  );
  return (
    <div className={styles.day} dir="ltr">
      <p className={styles.edges} ref={edges}>
        {edge('low')}
        {children}
        {edge('high')}
      </p>
      <Rail>
        <RailPip at={place} />
      </Rail>
    </div>
  );
}

/**
 * Highest and lowest price of the newest UTC day that has prices. From its hours: the day's own candle would cost all
 * of its minutes, since that is what a candle under way is folded from.
 */
function useDayRange(id: InstrumentId): ReadonlySignal<DayRange | undefined> {
  const watched = useMemo(() => ({ id, range: signal<DayRange | undefined>(undefined) }), [id]);
  useEffect(
    () =>
      subscribeCandles(watched.id, '60min', (update) => {
        if (update.kind === 'failed') return;
        const { range } = watched;
        const known = range.peek();
        const [time, , high, low] = update.kind === 'put' ? update.row : [];
        const next =
          update.kind === 'reset' ? newestDay(update.columns, update.length) : widen(known, time, high, low);
        if (next?.day !== known?.day || next?.high !== known?.high || next?.low !== known?.low)
          range.value = next;
      }),
    [watched],
  );
  return watched.range;
}
