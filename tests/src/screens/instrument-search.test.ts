import { describe, expect, it } from 'vitest';
import { type CategoryId, type Instrument, instrumentId } from '../../../shared/domain/instrument.ts';
import {
  listedOf,
  popularOf,
  prepareSearch,
  searchHere,
  searchNear,
} from '../../../src/screens/shared/instrument-search.ts';
import { eurusd } from '../../helpers/instruments.ts';

const one = (id: number, code: string, showCode: string, name: string, category: number): Instrument => ({
  ...eurusd,
  id: instrumentId(id),
  code,
  showCode,
  name,
  categoryId: category as CategoryId,
});
const all = [
  one(1, 'EURUSD', 'EUR/USD', '歐元 / 美元', 1),
  one(2, 'GBPUSD', 'GBP/USD', '英鎊 / 美元', 1),
  one(3, 'USDJPY', 'USD/JPY', '美元 / 日圓', 1),
  one(7, 'XAUUSD', 'XAU/USD', '黃金', 2),
];
const codes = (found: readonly Instrument[]) => found.map(({ code }) => code);

describe('the search in the list of the page', () => {
  // spec: 2.9 2.13
  it.each([
    ['', ['EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD']],
    [' eur/ ', ['EURUSD']],
    ['usd jpy', ['USDJPY']],
    ['jpyusd', ['USDJPY']],
    ['日圓 美元', ['USDJPY']],
    ['黃', ['XAUUSD']],
    ['gold', []],
  ])('finds by %j %j', (keyword, expected) => {
    prepareSearch(all);
    expect(codes(searchHere(all, keyword))).toEqual(expected);
  });

  it('finds by a typo only when asked to', () => {
    expect(searchHere(all, 'uesd')).toEqual([]);
    expect(codes(searchNear(all, 'eurusx', []))).toEqual(['EURUSD']);
  });
});

it('the popular ones are the first two of each category, in the order of the list', () => {
  expect(codes(popularOf(all))).toEqual(['EURUSD', 'GBPUSD', 'XAUUSD']);
});

it('ids that are no longer listed are left out', () => {
  expect(codes(listedOf(all, [7, 99, 1].map(instrumentId)))).toEqual(['XAUUSD', 'EURUSD']);
});
