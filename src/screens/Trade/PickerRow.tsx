import { memo, useCallback } from 'react';
import type { Instrument, InstrumentId } from '../../../shared/instrument.ts';
import { InstrumentLogo } from '../../components/InstrumentLogo.tsx';
import { SigText } from '../../components/SigText.tsx';
import { formatPercent, formatPrice, toneOf } from '../../format/number.ts';
import { quoteOf, useQuote } from '../../state/quotes.ts';
import styles from './InstrumentPicker.module.css';

export const PICKER_ROW_PX = 56;

interface PickerRowProps {
  readonly instrument: Instrument;
  /** Only rows on the screen have their quotes watched. */
  readonly visible: boolean;
  readonly chosen: boolean;
  readonly onPick: (id: InstrumentId) => void;
}

/** One instrument to choose, with its live price. */
export const PickerRow = memo(function PickerRow({ instrument, visible, chosen, onPick }: PickerRowProps) {
  const { id, precision } = instrument;
  useQuote(visible ? id : undefined);
  const quote = quoteOf(id);
  const price = useCallback(() => formatPrice(quote.close.value, precision), [quote, precision]);
  const change = useCallback(() => formatPercent(quote.change.value), [quote]);
  const tone = useCallback(() => (quote.change.value === 0 ? 'up' : toneOf(quote.change.value)), [quote]);
  return (
    <button
      type="button"
      className={styles.row}
      aria-current={chosen ? 'true' : undefined}
      onClick={() => onPick(id)}
    >
      <InstrumentLogo logo={instrument.logo} name={instrument.code} size={28} />
      <span className={styles.name}>{instrument.showCode}</span>
      <span className={styles.numbers}>
        <SigText className={styles.price} text={price} />
        <SigText className={styles.change} text={change} tone={tone} />
      </span>
    </button>
  );
});
