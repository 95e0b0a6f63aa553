import { computed, type ReadonlySignal } from '@preact/signals-react';
import { lazy, memo, Suspense, useMemo } from 'react';
import type { Instrument } from '../../../shared/instrument.ts';
import type { RowSlot } from '../../components/row-slots.ts';
import { SigLink } from '../../components/SigLink.tsx';
import { SigLogo } from '../../components/SigLogo.tsx';
import { SigText } from '../../components/SigText.tsx';
import { formatPercent, formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { quoteOf } from '../../state/quotes.ts';
import styles from './HomeRow.module.css';
import { MarketMark } from './MarketMark.tsx';

export const ROW_HEIGHT = 64;

const Sparkline = lazy(() =>
  import('../../chart/Sparkline.tsx').then((module) => ({ default: module.Sparkline })),
);

/**
 * A row of the list: name, mini chart, price and change of the instrument that its slot shows. Effects write all of it,
 * so that neither a tick nor a scroll renders.
 */
export const HomeRow = memo(function HomeRow({ slot }: { readonly slot: RowSlot<Instrument> }) {
  const { t } = useTranslation();
  const { item } = slot;
  const { id, href, name, price, change, tone } = useMemo(() => partsOf(item), [item]);
  return (
    <SigLink href={href} className={styles.row}>
      <SigLogo of={item} />
      <span className={styles.name}>
        <SigText className={styles.code} text={name} words />
        <MarketMark of={item} closed={t('home.closed')} />
      </span>
      <span className={styles.spark}>
        <Suspense fallback={null}>
          <Sparkline id={id} width={72} height={32} />
        </Suspense>
      </span>
      <span className={styles.numbers}>
        <SigText className={styles.price} text={price} />
        <SigText className={styles.change} text={change} tone={tone} />
      </span>
    </SigLink>
  );
});

const partsOf = (item: ReadonlySignal<Instrument>) => {
  const changeNow = () => quoteOf(item.value.id).change.value;
  return {
    id: computed(() => item.value.id),
    href: () => `/trade?id=${item.value.id}`,
    name: () => item.value.showCode,
    price: () => formatPrice(quoteOf(item.value.id).close.value, item.value.precision),
    change: () => formatPercent(changeNow()),
    tone: () => {
      const now = changeNow();
      return now === undefined ? undefined : now >= 0 ? 'up' : 'down';
    },
  } as const;
};
