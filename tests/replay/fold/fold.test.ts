import { describe, expect, it } from 'vitest';
import { digestedState, stateOf } from '../../../replay/fold/digested-state.ts';
import type { RecordBody } from '../../../replay/format/format.ts';
import { wireInstrument, wireOrder } from '../../helpers/wire-rows.ts';
import { answer, data, folded, frame, recordingOf, sent } from '../lines.ts';

const LIST = answer('/v1/api/forex/trade_list', {
  list: [wireInstrument(1, 'EURUSD'), wireInstrument(2, 'XAUUSD', 2)],
});
const OPEN = { kind: 'open' } as const;
const minute = (seq: number, time: number, close: number, volume: number) =>
  data('KLINE.EURUSD', seq, [time, 1.2, 1.3, 1.1, close, volume]);
const stateAfter = (...records: readonly RecordBody[]) => stateOf(folded(recordingOf(...records)).fold);

it('errors of the page change nothing but the number of records', () => {
  const quotes = data('DAY_MARKET', 1, [[1, 1.2, 1.19, 1, 1_000]]);
  const error = { kind: 'command', name: 'pageError', args: ['crash', 'TypeError', 'a.js:1:2'] } as const;
  const { counters, ...state } = stateAfter(LIST, OPEN, error, quotes, error);
  const { counters: before, ...without } = stateAfter(LIST, OPEN, quotes);
  expect(state).toEqual(without);
  expect(counters).toEqual({ ...before, asked: 2 });
});

describe('quotes', () => {
  it('are the last rows of each instrument, by code, in the wire format', () => {
    const { quotes } = stateAfter(
      LIST,
      OPEN,
      data('DAY_MARKET', 1, [
        [1, 1.2, 1.19, 1, 1_000],
        [2, 2400.5, 2390, 0, 1_001],
      ]),
      data('DAY_MARKET', 2, [[1, 1.21, 1.19, 1, 1_002]]),
    );
    expect(quotes).toEqual({ EURUSD: [1.21, 1.19, 1, 1_002], XAUUSD: [2400.5, 2390, 0, 1_001] });
  });

  it('have the ask where it is another price, and by it what a sell would close at', () => {
    const trades = {
      orders: [wireOrder(7, 1), wireOrder(8, 1, { OrderType: 2 })],
      account: { balance: 1_000, lock_balance: 0 },
    };
    const priced = (...rows: readonly (readonly number[])[]) =>
      stateAfter(LIST, OPEN, data('FOREX_TRADE', 1, trades), data('DAY_MARKET', 1, rows));
    const apart = priced([1, 1.2, 1.19, 1, 1_000, 1.2001], [2, 2400.5, 2390, 0, 1_001, 2400.5]);
    expect(apart.quotes).toEqual({ EURUSD: [1.2, 1.19, 1, 1_000, 1.2001], XAUUSD: [2400.5, 2390, 0, 1_001] });
    const alike = priced([1, 1.2, 1.19, 1, 1_000]);
    // A lot across ten points.
    expect((alike.account.total_profit ?? 0) - (apart.account.total_profit ?? 0)).toBeCloseTo(10, 9);
  });

  it('of an unlisted instrument are keyed by its number', () => {
    expect(stateAfter(OPEN, data('DAY_MARKET', 1, [[7, 1, 1, 1, 5]])).quotes).toEqual({ 7: [1, 1, 1, 5] });
  });

  it('of frames that the engine dropped do not count: duplicates, and after a gap all until the new snapshot', () => {
    const market = (seq: number, close: number) => data('DAY_MARKET', seq, [[1, close, 1, 1, seq]]);
    const sub = sent({ cmd: 'sub', topic: 'DAY_MARKET' });
    const unsub = sent({ cmd: 'unsub', topic: 'DAY_MARKET' });
    const left = frame({ cmd: 'unsub', topic: 'DAY_MARKET', code: 1, msg: '' });
    const before = [LIST, OPEN, sub, market(1, 1.1), market(2, 1.2), market(2, 9)] as const;
    expect(stateAfter(...before)).toMatchObject({
      quotes: { EURUSD: [1.2, 1, 1, 2] },
      counters: { duplicate: 1 },
    });
    const after = stateAfter(...before, market(4, 9), unsub, sub, market(5, 9), left, market(6, 1.6));
    expect(after).toMatchObject({ quotes: { EURUSD: [1.6, 1, 1, 6] }, counters: { gap: 1, unheld: 1 } });
  });

  it('count after a gap if the recording does not say who subscribed', () => {
    const state = stateAfter(
      OPEN,
      data('DAY_MARKET', 1, [[1, 1, 1, 1, 1]]),
      data('DAY_MARKET', 5, [[1, 2, 1, 1, 2]]),
    );
    expect(state).toMatchObject({ quotes: { 1: [2, 1, 1, 2] }, counters: { gap: 1 } });
  });
});

describe('candles', () => {
  it('of longer periods sum volumes with decimals exactly', () => {
    const volumes = [0.1, 0.2, 0.7, 1e-7, 1_234_567.5];
    const { candles } = stateAfter(OPEN, ...volumes.map((one, i) => minute(i + 1, 60 * i, 1.2, one)));
    expect(candles['EURUSD']?.['1min'].map((row) => row[5])).toEqual(volumes);
    const day = [0.1, 0.2, 0.7].map((one, i) => minute(i + 1, 300 + 60 * i, 1.2, one));
    expect(candles['EURUSD']?.['5min'].map((row) => row[5])).toEqual([1_234_568.5000001]);
    expect(stateAfter(OPEN, ...day.slice(0, 2)).candles['EURUSD']?.['1day']?.[0]?.[5]).toBe(0.3);
  });

  it('fold the live minutes into all six periods', () => {
    const { candles } = stateAfter(
      LIST,
      OPEN,
      minute(1, 1_700_000_040, 1.21, 3),
      minute(2, 1_700_000_040, 1.22, 5),
      minute(3, 1_700_000_100, 1.15, 2),
    );
    expect(candles['EURUSD']?.['1min']).toEqual([
      [1_700_000_040, 1.2, 1.3, 1.1, 1.22, 5],
      [1_700_000_100, 1.2, 1.3, 1.1, 1.15, 2],
    ]);
    expect(candles['EURUSD']?.['5min']).toEqual([
      [1_699_999_800, 1.2, 1.3, 1.1, 1.22, 5],
      [1_700_000_100, 1.2, 1.3, 1.1, 1.15, 2],
    ]);
    expect(candles['EURUSD']?.['1day']).toEqual([[1_699_920_000, 1.2, 1.3, 1.1, 1.15, 7]]);
  });

  it('keep the later state of a minute when an earlier one follows', () => {
    const { candles } = stateAfter(OPEN, minute(1, 60, 1.25, 9), minute(2, 60, 1.11, 4));
    expect(candles['EURUSD']?.['1min']).toEqual([[60, 1.2, 1.3, 1.1, 1.25, 9]]);
  });

  it('use history where live minutes are missing, for minutes and longer periods', () => {
    const kline = (period: string, rows: unknown) =>
      answer('/v1/api/forex/kline', rows, { forex_id: '1', period });
    const { candles } = stateAfter(
      LIST,
      OPEN,
      kline('1min', [
        [0, 1, 1, 1, 1, 4],
        [60, 1.2, 1.2, 1.2, 1.2, 1],
      ]),
      kline('5min', [
        [-300, 1, 2, 0.5, 1, 80],
        [0, 1, 1.2, 1, 1.2, 5],
      ]),
      minute(1, 60, 1.25, 9),
    );
    expect(candles['EURUSD']?.['1min'].map(([time, , , , close]) => [time, close])).toEqual([
      [0, 1],
      [60, 1.25],
    ]);
    expect(candles['EURUSD']?.['5min']).toEqual([
      [-300, 1, 2, 0.5, 1, 80],
      [0, 1, 1.3, 1, 1.25, 13],
    ]);
  });

  it('of codes without a live frame are omitted', () => {
    expect(stateAfter(LIST, OPEN).candles).toEqual({});
  });
});

describe('the account', () => {
  const trades = (seq: number, orders: unknown[], balance = 100_000) =>
    data('FOREX_TRADE', seq, { orders, account: { balance, lock_balance: 1_200 } });

  it('is unknown without a session', () => {
    const { account, orders } = stateAfter(LIST, OPEN);
    expect(orders).toEqual([]);
    expect(new Set(Object.values(account))).toEqual(new Set([null]));
  });

  it('computes profit and margin exactly as the engine does', () => {
    const { account, orders } = stateAfter(
      LIST,
      OPEN,
      data('DAY_MARKET', 1, [[1, 1.205, 1.19, 1, 1]]),
      trades(1, [wireOrder(5, 1), wireOrder(3, 0)]),
    );
    expect(orders.map(({ Id }) => Id)).toEqual([3, 5]);
    expect(account).toEqual({
      balance: 100_000,
      lock_balance: 1_200,
      total_profit: 500,
      net_value: 100_500,
      current_margin: 1_200,
      available_prepayment: 99_300,
      prepayment_ratio: 8_375,
      risk_rate: 1.19,
    });
  });

  it('drops closed orders, and a late row does not restore them', () => {
    const { orders } = stateAfter(
      OPEN,
      trades(1, [wireOrder(5, 1), wireOrder(6, 1)]),
      data('FOREX_CLOSED', 1, { ids: [5] }),
      trades(2, [wireOrder(5, 1)]),
      trades(3, [wireOrder(6, 3)]),
    );
    expect(orders).toEqual([]);
  });

  it('is dropped at the end of the session', () => {
    const known = [OPEN, trades(1, [wireOrder(5, 1)])] as const;
    const ends = [
      sent({ cmd: 'logout' }),
      frame({ cmd: 'login', code: 999, msg: '' }),
      { kind: 'command', name: 'signOut', args: [] } as const,
      { kind: 'http', path: '/api/user/info', query: {}, body: { code: 999, msg: '', data: null } } as const,
    ];
    for (const end of ends)
      expect(stateAfter(...known, end)).toMatchObject({ orders: [], account: { balance: null } });
  });
});

describe('a recording that begins in the middle', () => {
  it('continues at its given numbers', () => {
    const { quotes, counters } = stateAfter(
      LIST,
      OPEN,
      { kind: 'command', name: 'resume', args: [{ topic: 'DAY_MARKET', seq: 40 }] },
      data('DAY_MARKET', 40, [[1, 1.2, 1, 1, 1]]),
      data('DAY_MARKET', 41, [[1, 1.3, 1, 1, 2]]),
    );
    expect(quotes).toEqual({ EURUSD: [1.3, 1, 1, 2] });
    expect(counters.gap + counters.unheld).toBe(0);
  });
});

describe('a malformed record', () => {
  it('is counted, never fatal, and changes nothing', () => {
    const good = [LIST, OPEN, data('DAY_MARKET', 1, [[1, 1.2, 1, 1, 1]])] as const;
    const nonsense = [
      { kind: 'in', text: '{"topic":' } as const,
      frame([1, 2]),
      data('DAY_MARKET', 2, [[1, 'x', 1, 1, 1]]),
      data('KLINE.EURUSD', 1, [1, 2]),
      data('FOREX_TRADE', 1, { orders: 3 }),
      data('FOREX_CLOSED', 1, { ids: ['a'] }),
      answer('/v1/api/forex/kline', 'none', { period: '1min' }),
      answer('/v1/api/forex/trade_list', { list: [null] }),
      { kind: 'http', path: '/x', query: {}, body: undefined } as const,
    ];
    const state = stateAfter(...good, ...nonsense);
    expect(state.quotes).toEqual(stateAfter(...good).quotes);
    expect(state.candles).toEqual({});
    expect(state.counters).toMatchObject({ malformedJson: 1, malformedFrame: 1, malformedRow: 4 });
  });
});

describe('the digest', () => {
  const records = [LIST, OPEN, data('DAY_MARKET', 1, [[1, 1.2, 1, 1, 1]])] as const;
  const digestOf = async (...all: readonly RecordBody[]) =>
    (await digestedState(folded(recordingOf(...all)).fold)).digest;

  it('is the same for the same records, however they are split', async () => {
    const text = recordingOf(...records);
    const { createFold } = await import('../../../replay/fold/fold.ts');
    const { createReader } = await import('../../../replay/fold/recording-reader.ts');
    const fold = createFold();
    const reader = createReader({ fold });
    for (const unit of text) reader.push(unit);
    reader.end();
    expect((await digestedState(fold)).digest).toBe(await digestOf(...records));
  });

  it('differs when a price differs in its last digit', async () => {
    const other = data('DAY_MARKET', 1, [[1, 1.20001, 1, 1, 1]]);
    expect(await digestOf(LIST, OPEN, other)).not.toBe(await digestOf(...records));
  });
});
