import { effect } from '@preact/signals-react';
import { useCallback, useEffect } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { SigText } from '../../components/SigText.tsx';
import { useNodeEffect } from '../../components/use-node-effect.ts';
import { countdownText } from '../../format/countdown.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { followMode, reloadAtTurn } from '../../state/market-turn.ts';
import { isOutdated, isStale, useQuote } from '../../state/quotes.ts';
import { shownNow } from '../../state/shown-now.ts';
import { DayChange } from '../shared/DayChange.tsx';
import { LivePrice } from '../shared/LivePrice.tsx';
import { DayRail } from './DayRail.tsx';
import styles from './PriceHeader.module.css';
import { StarButton } from './StarButton.tsx';
import { useLow, useLying } from './trade-media.ts';

/** Price, change and the day's range. Effects write all numbers. */
export function PriceHeader({ instrument }: { readonly instrument: Instrument }) {
  const { id, market, mode } = instrument;
  const quote = useQuote(id);
  const [isLow, isLying] = [useLow(), useLying()];
  useEffect(
    () =>
      effect(() => {
        const open = quote.marketOpen.value;
        if (open !== undefined) reloadAtTurn(market, open);
      }),
    [market, quote],
  );
  useEffect(() => followMode(mode), [mode]);
  const header = useNodeEffect<HTMLDivElement>(
    useCallback((node) => node.toggleAttribute('data-priced', quote.close.value !== undefined), [quote]),
  );
  return (
    <div ref={header} className={styles.header}>
      {!isLow && <PriceNow instrument={instrument} />}
      <DayRail instrument={instrument} quote={quote}>
        <DayChange quote={quote} className={`strong ${styles.change}`} />
      </DayRail>
      {isLying && (
        <div className={styles.lying}>
          <MarketStatus instrument={instrument} />
          <StarButton id={id} />
        </div>
      )}
    </div>
  );
}

/** The price in ink, its change below it where that has no other place; grey when it is old. */
export function PriceNow({ instrument }: { readonly instrument: Instrument }) {
  const { id, precision, market } = instrument;
  const quote = useQuote(id);
  const host = useNodeEffect<HTMLDivElement>(
    useCallback((node) => node.toggleAttribute('data-stale', isOutdated(market, quote)), [market, quote]),
  );
  return (
    <div ref={host} className={styles.now}>
      <LivePrice className={styles.price} quote={quote} precision={precision} flash />
      <DayChange quote={quote} className={`strong ${styles.change}`} />
    </div>
  );
}

/** The market's state if it is not simply open, else the instrument's name. */
export function MarketStatus({ instrument }: { readonly instrument: Instrument }) {
  const { t } = useTranslation();
  const quote = useQuote(instrument.id);
  const { market, mode, name } = instrument;
  const opensAt = market.status === 'closed' ? market.opensAt : undefined;
  const isOpen = useCallback(() => quote.marketOpen.value ?? market.status === 'open', [quote, market]);
  const says = useCallback(() => {
    if (mode === 'halted') return t('home.halted');
    const daysText = (days: number, time: string) => t('trade.days', { days, time });
    if (isOpen()) return mode === 'close-only' ? t('home.close_only') : '';
    const now = shownNow.value ?? Number.POSITIVE_INFINITY;
    const lastMs = quote.timeMs.value;
    if (isStale(market, quote) && lastMs !== undefined)
      return t('trade.no_price_for', { time: countdownText(now - lastMs, daysText) });
    if (opensAt === undefined || opensAt <= now) return t('trade.market_closed');
    return t('trade.opens_in', {
      time: countdownText(opensAt - now, daysText),
    });
  }, [isOpen, opensAt, mode, market, quote, t]);
  const host = useNodeEffect<HTMLSpanElement>(
    useCallback(
      (node) => {
        node.toggleAttribute('data-says', says() !== '');
        node.toggleAttribute('data-late', isStale(market, quote));
      },
      [says, market, quote],
    ),
  );
  return (
    <span ref={host} className={styles.market}>
      <SigText className="one-line" text={() => says() || name} words />
    </span>
  );
}
