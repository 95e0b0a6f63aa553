import { expect } from 'vitest';
import { decodeInstruments } from '../../../../shared/contract/domain.ts';
import type { Entry } from './ground.ts';

const codesOf = (list: readonly { readonly Code: string }[]) => list.map(({ Code }) => Code).sort();

export const marketEntries = {
  getTradeList: {
    request: () => ({ fields: {} }),
    check: ({ data }) => {
      expect(decodeInstruments(data)).toMatchObject({ ok: true });
      expect(codesOf(data.list)).toEqual(['EURUSD', 'XAUUSD']);
    },
  },
  searchInstruments: {
    request: () => ({ fields: { keyword: ' eur/ ' } }),
    check: ({ data }) => expect(codesOf(data.list)).toEqual(['EURUSD']),
  },
  getCategories: {
    request: () => ({ fields: {} }),
    check: ({ data }) =>
      expect(data[0]).toEqual({ Id: expect.any(Number), NameShowTrans: expect.any(String) }),
  },
  getMiniKline: {
    request: ({ eurusd }) => ({ fields: { forex_id: `${eurusd},999999` } }),
    check: ({ data }) => {
      expect(Object.keys(data)).toHaveLength(1);
      expect(Object.values(data)).toEqual([
        expect.arrayContaining([[expect.any(Number), expect.closeTo(1.1, 2)]]),
      ]);
    },
  },
  getFirstMiniKlines: {
    request: () => ({ fields: { limit: '1' } }),
    check: ({ data }) => {
      expect(Object.keys(data)).toHaveLength(1);
      expect(Object.values(data)).toEqual([
        expect.arrayContaining([[expect.any(Number), expect.any(Number)]]),
      ]);
    },
  },
  getHours: {
    request: ({ eurusd }) => ({ fields: { forex_id: eurusd } }),
    check: ({ data }) => expect(data).toEqual({ from: expect.any(Number), to: expect.any(Number) }),
  },
  getKline: {
    request: ({ eurusd }) => ({ fields: { forex_id: eurusd, period: '1min' } }),
    check: ({ data }) => expect(data[0]).toEqual(Array(6).fill(expect.any(Number))),
  },
} satisfies Record<string, Entry>;
