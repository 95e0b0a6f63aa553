import { useCallback } from 'react';
import { Link } from 'wouter';
import type { Instrument } from '../../../shared/instrument.ts';
import { InstrumentLogo } from '../../components/InstrumentLogo.tsx';
import { SigText } from '../../components/SigText.tsx';
import { formatPercent, formatPrice } from '../../format/number.ts';
import { quoteOf, useQuote } from '../../state/quotes.ts';
import styles from './ProductScreen.module.css';

/** One found instrument with its live price. */
export function ResultRow({
  instrument,
  visible,
}: {
  readonly instrument: Instrument;
  readonly visible: boolean;
}) {
  const { id, precision } = instrument;
  useQuote(visible ? id : undefined);
  const quote = quoteOf(id);
  const price = useCallback(() => formatPrice(quote.close.value, precision), [quote, precision]);
  const change = useCallback(() => formatPercent(quote.change.value), [quote]);
  const tone = useCallback(() => {
    const now = quote.change.value;
    return now === undefined ? undefined : now >= 0 ? 'up' : 'down';
  }, [quote]);
  return (
    <Link href={`/trade?id=${id}`} className={styles.row ?? ''}>
      <InstrumentLogo logo={instrument.logo} name={instrument.code} size={28} />
      <span className={styles.name}>
        <span className={styles.code}>{instrument.showCode}</span>
        <span className={styles.minor}>{instrument.code}</span>
      </span>
      <span className={styles.numbers}>
        <SigText className={styles.code} text={price} />
        <SigText className={styles.minor} text={change} tone={tone} />
      </span>
    </Link>
  );
}
