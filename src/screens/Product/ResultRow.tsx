import { useCallback } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { RowSlot } from '../../components/row-slots.ts';
import { SigLink } from '../../components/SigLink.tsx';
import { SigLogo } from '../../components/SigLogo.tsx';
import { SigText } from '../../components/SigText.tsx';
import { formatPercent, formatPrice } from '../../format/number.ts';
import { quoteOf } from '../../state/quotes.ts';
import styles from './ProductScreen.module.css';

/** One found instrument with its live price. */
export function ResultRow({ slot }: { readonly slot: RowSlot<Instrument> }) {
  const { item } = slot;
  const href = useCallback(() => `/trade?id=${item.value.id}`, [item]);
  const name = useCallback(() => item.value.showCode, [item]);
  const code = useCallback(() => item.value.code, [item]);
  const price = useCallback(() => {
    const { id, precision } = item.value;
    return formatPrice(quoteOf(id).close.value, precision);
  }, [item]);
  const change = useCallback(() => formatPercent(quoteOf(item.value.id).change.value), [item]);
  const tone = useCallback(() => {
    const now = quoteOf(item.value.id).change.value;
    return now === undefined ? undefined : now >= 0 ? 'up' : 'down';
  }, [item]);
  return (
    <SigLink href={href} className={styles.row}>
      <SigLogo of={item} size={28} />
      <span className={styles.name}>
        <SigText className={styles.code} text={name} words />
        <SigText className={styles.minor} text={code} words />
      </span>
      <span className={styles.numbers}>
        <SigText className={styles.code} text={price} />
        <SigText className={styles.minor} text={change} tone={tone} />
      </span>
    </SigLink>
  );
}
