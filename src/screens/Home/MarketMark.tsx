import { effect } from '@preact/signals-react';
import { useLayoutEffect, useRef } from 'react';
import type { MarketState } from '../../../shared/instrument.ts';
import type { QuoteSignals } from '../../state/quotes.ts';
import styles from './HomeRow.module.css';

interface MarketMarkProps {
  readonly quote: QuoteSignals;
  /** From the list; holds until the first quote is here. */
  readonly market: MarketState;
  readonly closed: string;
  readonly code: string;
}

/**
 * The line below the name: the code, or that the market is closed. An effect sets one attribute, also on the row for
 * the greying of old prices, so that a market that opens renders nothing.
 */
export function MarketMark({ quote, market, closed, code }: MarketMarkProps) {
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const node = mark.current;
    if (node === null) return;
    const leaf = document.createTextNode('');
    node.replaceChildren(leaf);
    return effect(() => {
      const open = quote.marketOpen.value ?? market.status === 'open';
      leaf.data = open ? code : closed;
      node.dataset.closed = String(!open);
      const freshness = quote.freshness.value ?? 'live';
      node.dataset.freshness = open ? freshness : 'live';
    });
  }, [quote, market, closed, code]);
  return <span ref={mark} className={styles.mark} />;
}
