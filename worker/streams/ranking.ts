import type { RankedBy } from '../../shared/bridge/worker-api.ts';
import { changeOf } from '../../shared/domain/quote.ts';
import type { QuoteTable } from '../../shared/stream/quote-table.ts';

/** The instruments of a table that have the value, the highest first: ids, then as many values. */
export function rankingOf(
  table: Pick<QuoteTable, 'columns' | 'count' | 'wireRow'>,
  by: RankedBy,
): Float64Array {
  const { id, prices, open } = table.columns;
  const valueAt = (at: number): number | undefined => {
    // Prices of different decimals are comparable as on the wire only.
    if (by === 'price') return table.wireRow(id[at] ?? 0)?.[1];
    const now = prices[2 * at] ?? Number.NaN;
    return Number.isNaN(now) ? undefined : changeOf(now, open[at] ?? Number.NaN);
  };
  const rows: { readonly id: number; readonly value: number }[] = [];
  for (let at = 0; at < table.count; at++) {
    const value = valueAt(at);
    if (value !== undefined) rows.push({ id: id[at] ?? 0, value });
  }
  rows.sort((a, b) => b.value - a.value);
  return Float64Array.from([...rows.map((row) => row.id), ...rows.map(({ value }) => value)]);
}
