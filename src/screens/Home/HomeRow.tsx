import { lazy, memo, Suspense, useCallback } from 'react';
import type { Instrument } from '../../../shared/instrument.ts';
import type { RowSlot } from '../../components/row-slots.ts';
import { SigLink } from '../../components/SigLink.tsx';
import { SigLogo } from '../../components/SigLogo.tsx';
import { SigText } from '../../components/SigText.tsx';
import { formatPercent, formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { quoteOf, useVisibleQuote } from '../../state/quotes.ts';
import styles from './HomeRow.module.css';
import { MarketMark } from './MarketMark.tsx';

export const ROW_HEIGHT = 64;

const RowSparkline = lazy(() =>
  import('./RowSparkline.tsx').then((module) => ({ default: module.RowSparkline })),
);

/**
 * A row of the list: name, mini chart, price and change of the instrument that its slot shows. Effects write all of it,
 * so that neither a tick nor a scroll renders.
 */
export const HomeRow = memo(function HomeRow({ slot }: { readonly slot: RowSlot<Instrument> }) {
  const { t } = useTranslation();
  useVisibleQuote(slot);
  const { item } = slot;
  const href = useCallback(() => `/trade?id=${item.value.id}`, [item]);
  const name = useCallback(() => item.value.showCode, [item]);
  const price = useCallback(() => {
    const { id, precision } = item.value;
    return formatPrice(quoteOf(id).close.value, precision);
  }, [item]);
  const change = useCallback(() => formatPercent(quoteOf(item.value.id).change.value), [item]);
  const changeTone = useCallback(() => {
    const now = quoteOf(item.value.id).change.value;
    return now === undefined ? undefined : now >= 0 ? 'up' : 'down';
  }, [item]);
  return (
    <SigLink href={href} className={styles.row}>
      <SigLogo of={item} />
      <span className={styles.name}>
        <SigText className={styles.code} text={name} />
        <MarketMark of={item} closed={t('home.closed')} />
      </span>
      <span className={styles.spark}>
        <Suspense fallback={null}>
          <RowSparkline of={item} />
        </Suspense>
      </span>
      <span className={styles.numbers}>
        <SigText className={styles.price} text={price} />
        <SigText className={styles.change} text={change} tone={changeTone} />
      </span>
    </SigLink>
  );
});
