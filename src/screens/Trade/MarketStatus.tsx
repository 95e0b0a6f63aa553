import { effect } from '@preact/signals-react';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { SigText } from '../../components/SigText.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { refreshMarket } from '../../state/market.ts';
import { now } from '../../state/now.ts';
import type { QuoteSignals } from '../../state/quotes.ts';
import { countdownText } from './countdown.ts';
import styles from './PriceHeader.module.css';

interface MarketStatusProps {
  readonly instrument: Instrument;
  readonly quote: QuoteSignals;
}

/** Open, or closed with the time until the next session. */
export function MarketStatus({ instrument, quote }: MarketStatusProps) {
  const { t } = useTranslation();
  const { market } = instrument;
  const opensAt = market.status === 'closed' ? market.opensAt : undefined;
  const isOpen = useCallback(() => quote.marketOpen.value ?? market.status === 'open', [quote, market]);
  const text = useCallback(() => {
    if (isOpen()) return t('trade.market_open');
    if (opensAt === undefined || opensAt <= now.value) return t('trade.market_closed');
    return t('trade.opens_in', {
      time: countdownText(opensAt - now.value, (days, time) => t('trade.days', { days, time })),
    });
  }, [isOpen, opensAt, t]);
  const host = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      effect(() => {
        host.current?.toggleAttribute('data-closed', !isOpen());
      }),
    [isOpen],
  );
  useListAtTurn(market, quote);
  return (
    <span ref={host} className={styles.market}>
      <SigText text={text} />
    </span>
  );
}

/** The list says when a market opens: it is asked again when it contradicts the quote, and when that time has come. */
function useListAtTurn(market: Instrument['market'], quote: QuoteSignals): void {
  useEffect(() => {
    let asked = false;
    return effect(() => {
      const open = quote.marketOpen.value;
      if (open === undefined || asked) return;
      const due =
        !open && market.status === 'closed' && market.opensAt !== undefined && market.opensAt <= now.value;
      if (open === (market.status === 'open') && !due) return;
      asked = true;
      void refreshMarket();
    });
  }, [market, quote]);
}
