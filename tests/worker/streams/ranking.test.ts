import { expect, it } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { addRow, createMarketRows } from '../../../shared/stream/market-scanner.ts';
import { createQuoteTable } from '../../../shared/stream/quote-table.ts';
import { rankingOf } from '../../../worker/streams/ranking.ts';
import { eurusd } from '../../helpers/instruments.ts';

/** Ids with close, open and decimals; without prices: listed, but not quoted. */
function tableOf(rows: readonly (readonly [id: number, precision: number, close?: number, open?: number])[]) {
  const table = createQuoteTable();
  table.list(rows.map(([id, precision]) => ({ ...eurusd, id: instrumentId(id), precision })));
  const quoted = rows.filter(([, , close]) => close !== undefined);
  const taken = createMarketRows();
  for (const [id, , close = 0, open = 0] of quoted) addRow(taken, [id, close, open, 1, 1]);
  table.apply(taken);
  return table;
}

it.each([
  ['change', [2, 1, 3, 100, -50, -201]],
  ['price', [3, 1, 2, 4, 2_000, 1.1, 1.01, 0.5]],
] as const)('ranks by %s, whatever the decimals of the prices', (by, expected) => {
  const table = tableOf([
    [1, 5, 1.1, 1.105527638190955],
    [2, 2, 1.01, 1],
    [3, 0, 2_000, 2_041],
    // Without its day's first price there is no change.
    [4, 2, 0.5, 0],
    [5, 2],
  ]);
  const ranking = rankingOf(table, by);
  const half = ranking.length / 2;
  expect([...ranking.subarray(0, half)]).toEqual(expected.slice(0, half));
  expect([...ranking.subarray(half)]).toEqual(expected.slice(half));
});
