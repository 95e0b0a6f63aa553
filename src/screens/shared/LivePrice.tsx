import { effect } from '@preact/signals-react';
import { useLayoutEffect, useRef } from 'react';
import type { Price } from '../../../shared/domain/price.ts';
import { changeWriter } from '../../components/SigText.tsx';
import { priceWriter, textWriter } from '../../components/text-writer.ts';
import { formatPrice } from '../../format/number.ts';
import { quietDigits } from '../../state/quiet-digits.ts';
import type { QuoteSignals } from '../../state/quotes.ts';

interface LivePriceProps {
  /** Stable, or every render recreates the effect. */
  readonly quote: QuoteSignals;
  readonly precision: number;
  /** Another price beside the quote's; reads signals. Stable, too. */
  readonly price?: (() => Price | undefined) | undefined;
  /** Highlights the changed digits for a moment. */
  readonly flash?: boolean;
  readonly className?: string | undefined;
}

/**
 * A live price: the digits that have not changed today quiet, those that have strong, so that the eye lands on what moves. An
 * effect writes it; a tick renders nothing.
 */
export function LivePrice({ quote, precision, price, flash = false, className }: LivePriceProps) {
  const span = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const node = span.current;
    if (node === null) return;
    const write = priceWriter(node, flash ? changeWriter : textWriter);
    return effect(() => {
      const at = price ? price() : quote.close.value;
      write(formatPrice(at, precision), quietDigits(quote, precision, at));
    });
  }, [quote, precision, price, flash]);
  return <span ref={span} className={className ? `price ${className}` : 'price'} dir="ltr" />;
}
