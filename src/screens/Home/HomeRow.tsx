import { lazy, memo, Suspense, useCallback } from 'react';
import { Link } from 'wouter';
import type { Instrument } from '../../../shared/instrument.ts';
import { InstrumentLogo } from '../../components/InstrumentLogo.tsx';
import { SigText } from '../../components/SigText.tsx';
import { formatPercent, formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { quoteOf, useQuote } from '../../state/quotes.ts';
import styles from './HomeRow.module.css';
import { MarketMark } from './MarketMark.tsx';

export const ROW_HEIGHT = 64;

const Sparkline = lazy(() =>
  import('../../chart/Sparkline.tsx').then((module) => ({ default: module.Sparkline })),
);

interface HomeRowProps {
  readonly instrument: Instrument;
  /** Only rows on the screen have their quotes watched. */
  readonly visible: boolean;
}

/** One instrument: name, mini chart, price and change. The numbers are written by effects. */
export const HomeRow = memo(function HomeRow({ instrument, visible }: HomeRowProps) {
  const { t } = useTranslation();
  const { id, precision, showCode, code } = instrument;
  useQuote(visible ? id : undefined);
  const quote = quoteOf(id);
  const price = useCallback(() => formatPrice(quote.close.value, precision), [quote, precision]);
  const change = useCallback(() => formatPercent(quote.change.value), [quote]);
  const changeTone = useCallback(() => {
    const now = quote.change.value;
    return now === undefined ? undefined : now >= 0 ? 'up' : 'down';
  }, [quote]);
  return (
    <Link href={`/trade?id=${id}`} className={styles.row ?? ''}>
      <InstrumentLogo logo={instrument.logo} name={code} />
      <span className={styles.name}>
        <span className={styles.code}>{showCode}</span>
        <MarketMark quote={quote} market={instrument.market} closed={t('home.closed')} code={code} />
      </span>
      <span className={styles.spark}>
        <Suspense fallback={null}>
          <Sparkline id={id} width={72} height={32} />
        </Suspense>
      </span>
      <span className={styles.numbers}>
        <SigText className={styles.price} text={price} />
        <SigText className={styles.change} text={change} tone={changeTone} />
      </span>
    </Link>
  );
});
