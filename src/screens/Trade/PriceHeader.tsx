import { computed, effect } from '@preact/signals-react';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { SigText } from '../../components/SigText.tsx';
import { countdownText } from '../../format/countdown.ts';
import { toneOf } from '../../format/money.ts';
import { formatPercent, formatPrice } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { followMode, reloadAtTurn } from '../../state/market-turn.ts';
import { isOutdated, isStale, type QuoteSignals, useQuote } from '../../state/quotes.ts';
import { shownNow } from '../../state/shown-now.ts';
import { DayRail } from './DayRail.tsx';
import styles from './PriceHeader.module.css';
import { StarButton } from './StarButton.tsx';

/** Price and change, the market's state, and the day's range. Effects write all numbers. */
export function PriceHeader({ instrument }: { readonly instrument: Instrument }) {
  const { id, precision, market } = instrument;
  const quote = useQuote(id);
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () =>
      effect(() => {
        host.current?.toggleAttribute('data-stale', isOutdated(market, quote));
      }),
    [market, quote],
  );
  const price = useCallback(() => formatPrice(quote.close.value, precision), [quote, precision]);
  useLayoutEffect(() => {
    const digits = computed(() => price().length);
    return effect(() => host.current?.style.setProperty('--digits', String(digits.value)));
  }, [price]);
  const change = useCallback(() => formatPercent(quote.change.value), [quote]);
  // Zero counts as up: specification, section 2.
  const tone = useCallback(() => (quote.change.value === 0 ? 'up' : toneOf(quote.change.value)), [quote]);
  return (
    <div ref={host} className={`ends ${styles.header}`}>
      <div className={styles.now}>
        <SigText className={`strong ${styles.price}`} text={price} tone={tone} flash />
        <div className={styles.line}>
          <span>
            <SigText className={`strong ${styles.change}`} text={change} tone={tone} />
          </span>
          <MarketStatus instrument={instrument} quote={quote} />
        </div>
      </div>
      <StarButton id={id} />
      <DayRail instrument={instrument} quote={quote} />
    </div>
  );
}

interface MarketStatusProps {
  readonly instrument: Instrument;
  readonly quote: QuoteSignals;
}

/** The market's state: open, or closed with the time until the next session. */
function MarketStatus({ instrument, quote }: MarketStatusProps) {
  const { t } = useTranslation();
  const { market, mode } = instrument;
  const opensAt = market.status === 'closed' ? market.opensAt : undefined;
  const isOpen = useCallback(() => quote.marketOpen.value ?? market.status === 'open', [quote, market]);
  const text = useCallback(() => {
    if (mode === 'halted') return t('home.halted');
    const daysText = (days: number, time: string) => t('trade.days', { days, time });
    if (isOpen()) return t(mode === 'close-only' ? 'home.close_only' : 'trade.market_open');
    const now = shownNow.value ?? Number.POSITIVE_INFINITY;
    const lastMs = quote.timeMs.value;
    if (isStale(market, quote) && lastMs !== undefined)
      return t('trade.no_price_for', { time: countdownText(now - lastMs, daysText) });
    if (opensAt === undefined || opensAt <= now) return t('trade.market_closed');
    return t('trade.opens_in', {
      time: countdownText(opensAt - now, daysText),
    });
  }, [isOpen, opensAt, mode, market, quote, t]);
  const host = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      effect(() => {
        host.current?.toggleAttribute('data-closed', !isOpen());
        host.current?.toggleAttribute('data-late', isStale(market, quote));
      }),
    [isOpen, market, quote],
  );
  useEffect(
    () =>
      effect(() => {
        const open = quote.marketOpen.value;
        if (open !== undefined) reloadAtTurn(market, open);
      }),
    [market, quote],
  );
  useEffect(() => followMode(mode), [mode]);
  return (
    <span ref={host} className={styles.market}>
      <SigText text={text} />
    </span>
  );
}
