import type { Period } from '../../domain/period.ts';
import type { WireCandle, WireCategory, WireInstrument } from '../wire.ts';
import type { None } from './none.ts';

export interface MarketCalls {
  getTradeList: { request: None; answer: { readonly list: readonly WireInstrument[] } };
  searchInstruments: {
    request: { readonly keyword: string };
    answer: { readonly list: readonly WireInstrument[] };
  };
  getCategories: { request: None; answer: readonly WireCategory[] };
  getMiniKline: {
    request: { readonly forex_id: string };
    answer: Readonly<Record<string, readonly (readonly [number, number])[]>>;
  };
  getKline: {
    request: {
      readonly forex_id: number;
      readonly period: Period;
      readonly end?: number;
      readonly limit?: number;
    };
    answer: readonly WireCandle[];
  };
}
