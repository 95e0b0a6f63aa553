import { useCallback } from 'react';
import { SigText } from '../../components/SigText.tsx';
import { toneOf } from '../../format/money.ts';
import { formatPercent } from '../../format/number.ts';
import type { QuoteSignals } from '../../state/quotes.ts';

interface DayChangeProps {
  readonly quote: QuoteSignals;
  readonly className?: string | undefined;
}

/** The day's change. An effect writes it. */
export function DayChange({ quote, className }: DayChangeProps) {
  const text = useCallback(() => formatPercent(quote.change.value), [quote]);
  // Zero counts as up: specification, section 2.
  const tone = useCallback(() => (quote.change.value === 0 ? 'up' : toneOf(quote.change.value)), [quote]);
  return <SigText className={className} text={text} tone={tone} />;
}
