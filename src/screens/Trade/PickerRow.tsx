import { memo, useCallback } from 'react';
import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import type { RowSlot } from '../../components/row-slots.ts';
import { SigLogo } from '../../components/SigLogo.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useNodeEffect } from '../../components/useNodeEffect.ts';
import { toneOf } from '../../format/money.ts';
import { formatPercent, formatPrice } from '../../format/number.ts';
import { quoteOf } from '../../state/quotes.ts';
import styles from './InstrumentPicker.module.css';

export const PICKER_ROW_PX = 56;

interface PickerRowProps {
  readonly slot: RowSlot<Instrument>;
  readonly chosen: InstrumentId | undefined;
  readonly onPick: (id: InstrumentId) => void;
}

/** One instrument to choose, with its live price. */
export const PickerRow = memo(function PickerRow({ slot, chosen, onPick }: PickerRowProps) {
  const { item } = slot;
  const mark = useCallback(
    (node: HTMLButtonElement) => {
      if (item.value.id === chosen) node.setAttribute('aria-current', 'true');
      else node.removeAttribute('aria-current');
    },
    [item, chosen],
  );
  const button = useNodeEffect(mark);
  const name = useCallback(() => item.value.showCode, [item]);
  const price = useCallback(() => {
    const { id, precision } = item.value;
    return formatPrice(quoteOf(id).close.value, precision);
  }, [item]);
  const change = useCallback(() => formatPercent(quoteOf(item.value.id).change.value), [item]);
  const tone = useCallback(() => {
    const now = quoteOf(item.value.id).change.value;
    return now === 0 ? 'up' : toneOf(now);
  }, [item]);
  return (
    <button ref={button} type="button" className={styles.row} onClick={() => onPick(item.peek().id)}>
      <SigLogo of={item} size={28} />
      <SigText className={styles.name} text={name} words />
      <span className={styles.numbers}>
        <SigText className={styles.price} text={price} />
        <SigText className={styles.change} text={change} tone={tone} />
      </span>
    </button>
  );
});
