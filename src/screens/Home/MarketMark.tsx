import type { ReadonlySignal } from '@preact/signals-react';
import { useCallback } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { useNodeEffect } from '../../components/useNodeEffect.ts';
import { quoteOf } from '../../state/quotes.ts';
import styles from './HomeRow.module.css';

interface MarketMarkProps {
  readonly of: ReadonlySignal<Instrument>;
  readonly closed: string;
}

/**
 * The line below the name: the code, or that the market is closed. An effect writes it, and on the row whether its
 * prices are old, so that a market that opens renders nothing.
 */
export function MarketMark({ of, closed }: MarketMarkProps) {
  const write = useCallback(
    (node: HTMLSpanElement) => {
      const { id, market, code } = of.value;
      const quote = quoteOf(id);
      // What the list says holds until the first quote is here.
      const open = quote.marketOpen.value ?? market.status === 'open';
      const text = open ? code : closed;
      if (node.textContent !== text) node.textContent = text;
      node.dataset.closed = String(!open);
      const freshness = quote.freshness.value ?? 'live';
      node.closest('a')?.toggleAttribute('data-old', open && freshness !== 'live');
    },
    [of, closed],
  );
  return <span ref={useNodeEffect(write)} className={styles.mark} />;
}
