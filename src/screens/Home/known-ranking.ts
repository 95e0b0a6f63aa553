import type { RankedBy } from '../../../shared/bridge/worker-api.ts';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { priceToWire } from '../../../shared/domain/price.ts';
import { rankingBy } from '../../state/market.ts';
import { quoteOf } from '../../state/quotes.ts';

/**
 * The instruments that have a price, the highest first: ids, then as many values. The worker has the prices of all; before
 * they come, as without a network, the page has those that it shows.
 */
export async function knownRanking(instruments: readonly Instrument[], by: RankedBy): Promise<Float64Array> {
  const ranking = await rankingBy(by);
  if (ranking.ok && ranking.value.length > 0) return ranking.value;
  const rows = instruments
    .flatMap(({ id, precision }) => {
      const { close, change } = quoteOf(id);
      const price = close.peek();
      const value = by === 'change' || price === undefined ? change.peek() : priceToWire(price, precision);
      return value === undefined ? [] : [{ id, value }];
    })
    .sort((a, b) => b.value - a.value);
  return Float64Array.from([...rows.map(({ id }) => id), ...rows.map(({ value }) => value)]);
}
