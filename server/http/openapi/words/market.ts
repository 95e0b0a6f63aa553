import type { WordsOf } from './words.ts';

export const marketWords: WordsOf<
  'getTradeList' | 'searchInstruments' | 'getCategories' | 'getMiniKline' | 'getKline'
> = {
  getTradeList: { summary: 'All instruments with their latest quotes', parameters: {} },
  searchInstruments: {
    summary: 'Instruments by a part of their name',
    parameters: { keyword: 'a part of `Code` or `ShowCode`; large and small letters are the same' },
  },
  getCategories: { summary: 'Categories of instruments', parameters: {} },
  getMiniKline: {
    summary: 'The last 60 minutes of several instruments, for small charts',
    text: 'Instruments that are not listed are left out; none listed at all is 4004.',
    parameters: { forex_id: '`Id`s of instruments, joined by commas' },
    refusals: ['notFound'],
  },
  getKline: {
    summary: 'Candles, oldest first',
    text: 'Buckets of UTC: floor(Time / period) x period. No tick, no candle.',
    parameters: {
      forex_id: '`Id` of the instrument',
      period: 'length of a candle',
      end: 'epoch seconds: only candles that start before it; absent: up to and with the one being formed',
      limit: 'how many at most, 300 unless told',
    },
    refusals: ['notFound'],
  },
};
