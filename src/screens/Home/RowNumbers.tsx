import { effect, type ReadonlySignal } from '@preact/signals-react';
import { useLayoutEffect, useRef } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { textWriter } from '../../components/text-writer.ts';
import { formatPercent, formatPrice } from '../../format/number.ts';
import { quoteOf } from '../../state/quotes.ts';
import styles from './HomeRow.module.css';

interface RowNumbersProps {
  readonly of: ReadonlySignal<Instrument>;
}

/** Price and change: one effect writes both, since a tick moves both. */
export function RowNumbers({ of }: RowNumbersProps) {
  const price = useRef<HTMLSpanElement>(null);
  const change = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (price.current === null || change.current === null) return;
    const writePrice = textWriter(price.current);
    const writeChange = textWriter(change.current);
    const writeTone = toneWriter(change.current);
    return effect(() => {
      const { id, precision } = of.value;
      const quote = quoteOf(id);
      const percent = quote.change.value;
      writePrice(formatPrice(quote.close.value, precision));
      writeChange(formatPercent(percent));
      writeTone(percent === undefined ? '' : percent >= 0 ? 'up' : 'down');
    });
  }, [of]);
  return (
    <span className={styles.numbers}>
      <span ref={price} className={styles.price} dir="ltr" />
      <span ref={change} className={styles.change} dir="ltr" />
    </span>
  );
}

function toneWriter(node: HTMLElement): (tone: 'up' | 'down' | '') => void {
  let shown = '';
  return (tone) => {
    if (tone === shown) return;
    node.dataset.tone = tone;
    shown = tone;
  };
}
