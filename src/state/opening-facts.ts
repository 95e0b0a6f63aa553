import { computed, type ReadonlySignal } from '@preact/signals-react';
import type { Instrument } from '../../shared/domain/instrument.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import type { OpeningFacts } from '../../shared/domain/opening.ts';
import { decidingPrice } from '../../shared/domain/quote.ts';
import type { Rate } from '../../shared/domain/rate.ts';
import { figures } from './account.ts';
import { baseData } from './market.ts';
import type { QuoteSignals } from './quotes.ts';

/** How the exchange computes its fee; undefined until loaded. */
export const feeType: ReadonlySignal<FeeType | undefined> = computed(
  () => baseData.value && (baseData.value.feeType === 1 ? 'per-lot' : 'of-margin'),
);

/**
 * What openings are judged by, at the last frame. It ticks, so read it in an effect.
 * @param order what is judged: a pending order, or one to come, by the price at which it would open
 */
export const openingFacts = (
  order: Parameters<typeof decidingPrice>[0],
  instrument: Instrument | undefined,
  quote: QuoteSignals,
  rate: ReadonlySignal<Rate | undefined>,
): OpeningFacts => ({
  instrument,
  isMarketOpen: quote.marketOpen.value ?? (instrument && instrument.market.status === 'open'),
  now: decidingPrice(order, quote).value,
  rate: rate.value,
  feeType: feeType.value,
  freeMargin: figures.freeMargin.value,
});
