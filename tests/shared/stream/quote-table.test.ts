import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { addRow, createMarketRows } from '../../../shared/stream/market-scanner.ts';
import { createQuoteTable } from '../../../shared/stream/quote-table.ts';
import { eurusd } from '../../helpers/instruments.ts';

const rowsOf = (...rows: readonly (readonly number[])[]) => {
  const taken = createMarketRows();
  for (const row of rows) addRow(taken, row);
  return taken;
};

it('keeps an ask as it came, in points once the precision is known, and none where it equals the close', () => {
  const table = createQuoteTable(1);
  table.apply(rowsOf([1, 1.1, 1.2, 1, 5, 1.10012], [2, 1.1, 1.2, 1, 5, 1.1], [3, 1.1, 1.2, 1, 5]));
  const listed = [1, 2, 3].map((id) => ({ ...eurusd, id: instrumentId(id), precision: 5 }));
  table.list(listed);
  expect([...table.columns.prices.subarray(0, 6)]).toEqual([
    110_000, 110_012, 110_000, 110_000, 110_000, 110_000,
  ]);
  expect(table.wireRows()).toEqual([
    [1, 1.1, 1.2, 1, 5, 1.10012],
    [2, 1.1, 1.2, 1, 5],
    [3, 1.1, 1.2, 1, 5],
  ]);
  table.apply(rowsOf([1, 1.1, 1.2, 1, 6], [2, 1.1, 1.2, 1, 6, 1.10003]));
  expect([...table.columns.prices.subarray(0, 4)]).toEqual([110_000, 110_000, 110_000, 110_003]);
  expect(table.wireRow(1)).toEqual([1, 1.1, 1.2, 1, 6]);
});

it('has the lowest and the highest close of a day with its open, before the precision is known too', () => {
  const table = createQuoteTable(1);
  const { columns } = table;
  const seen = (...closes: readonly (readonly [close: number, open: number])[]) =>
    closes.map(([close, open]) => {
      table.apply(rowsOf([1, close, open, 1, 5]));
      return [columns.wireLow[0], columns.wireHigh[0]];
    });
  expect(seen([1.1, 1.1], [1.3, 1.1], [1.2, 1.1], [1.05, 1.1], [1.1, 1.1])).toEqual([
    [1.1, 1.1],
    [1.1, 1.3],
    [1.1, 1.3],
    [1.05, 1.3],
    [1.05, 1.3],
  ]);
  table.list([eurusd]);
  expect(seen([1.31, 1.1], [1.2, 1.21], [1.22, 1.21])).toEqual([
    [1.05, 1.31],
    [1.2, 1.21],
    [1.2, 1.22],
  ]);
});

it('is given whole by its rows of the day: prices, asks, lows and highs', () => {
  const price = fc.integer({ min: 1, max: 9 });
  const row = fc
    .tuple(
      fc.integer({ min: 1, max: 3 }),
      price,
      fc.integer({ min: 4, max: 5 }),
      fc.option(price, { nil: undefined }),
    )
    .map(([id, close, open, ask]) => [id, close, open, 1, 5, ...(ask === undefined ? [] : [ask])]);
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
      const [one, other] = [createQuoteTable(4), createQuoteTable(4)];
      for (const each of rows) one.apply(rowsOf(each));
      other.apply(rowsOf(...one.dayRows()));
      const factsOf = ({ columns, count, wireRow }: typeof one) =>
        Array.from({ length: count }, (_, at) => {
          const id = columns.id[at] ?? 0;
          return [id, columns.wireLow[at], columns.wireHigh[at], wireRow(id)] as const;
        }).toSorted(([a], [b]) => a - b);
      expect(factsOf(other)).toEqual(factsOf(one));
    }),
  );
});
