import { effect } from '@preact/signals-react';
import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { SigText } from '../../components/SigText.tsx';
import { toneOf } from '../../format/money.ts';
import { formatPercent, formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useQuote } from '../../state/quotes.ts';
import { MarketStatus } from './MarketStatus.tsx';
import styles from './PriceHeader.module.css';
import { useDayRange } from './use-day-range.ts';

/** Price and change, whether the market is open, and the day so far. All numbers are written by effects. */
export function PriceHeader({ instrument }: { readonly instrument: Instrument }) {
  const { t } = useTranslation();
  const { id, precision } = instrument;
  const quote = useQuote(id);
  const day = useDayRange(id);
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () =>
      effect(() => {
        const freshness = quote.freshness.value;
        host.current?.toggleAttribute('data-stale', freshness === 'stale' || freshness === 'old');
      }),
    [quote],
  );
  const price = useCallback(() => formatPrice(quote.close.value, precision), [quote, precision]);
  const change = useCallback(() => formatPercent(quote.change.value), [quote]);
  // Green from zero on: specification, section 2.
  const tone = useCallback(() => (quote.change.value === 0 ? 'up' : toneOf(quote.change.value)), [quote]);
  return (
    <div ref={host} className={styles.header}>
      <div className={styles.now}>
        <SigText className={styles.price} text={price} tone={tone} flash />
        <div className={styles.line}>
          <span>
            <SigText className={styles.change} text={change} tone={tone} />
          </span>
          <MarketStatus instrument={instrument} quote={quote} />
        </div>
      </div>
      <dl className={styles.day}>
        <Figure label={t('trade.open')} read={() => quote.open.value} precision={precision} />
        <Figure label={t('trade.high')} read={() => day.value?.high} precision={precision} />
        <Figure label={t('trade.low')} read={() => day.value?.low} precision={precision} />
      </dl>
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  readonly read: () => Price | undefined;
  readonly precision: number;
}

function Figure({ label, read, precision }: FigureProps) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <SigText text={() => formatPrice(read(), precision)} />
      </dd>
    </>
  );
}
