import { computed, type ReadonlySignal } from '@preact/signals-react';
import { lazy, memo, Suspense, useCallback, useMemo } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { RowSlot } from '../../components/row-slots.ts';
import { SigLink } from '../../components/SigLink.tsx';
import { SigLogo } from '../../components/SigLogo.tsx';
import { useNodeEffect } from '../../components/useNodeEffect.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './HomeRow.module.css';
import { MarketMark } from './MarketMark.tsx';
import { RowNumbers } from './RowNumbers.tsx';

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
  const { id, href } = useMemo(() => partsOf(item), [item]);
  return (
    <SigLink href={href} className={styles.row}>
      <SigLogo of={item} />
      <span className={styles.name}>
        <RowName of={item} />
        <MarketMark of={item} closed={t('home.closed')} />
      </span>
      <span className={styles.spark}>
        <Suspense fallback={null}>
          <Sparkline id={id} />
        </Suspense>
      </span>
      <RowNumbers of={item} />
    </SigLink>
  );
});

const partsOf = (item: ReadonlySignal<Instrument>) => ({
  id: computed(() => item.value.id),
  href: () => `/trade?id=${item.value.id}`,
});

function RowName({ of }: { readonly of: ReadonlySignal<Instrument> }) {
  const write = useCallback(
    (node: HTMLSpanElement) => {
      node.textContent = of.value.showCode;
    },
    [of],
  );
  return <span ref={useNodeEffect(write)} className={styles.code} />;
}
