import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Instrument, instrumentId, type Settlement } from '../../../shared/domain/instrument.ts';
import { orderId, type Position } from '../../../shared/domain/order.ts';
import { floatingPnl, pointValue } from '../../../shared/domain/pnl.ts';
import { price, priceToWire } from '../../../shared/domain/price.ts';
import { closingPrice, type TwoPrices } from '../../../shared/domain/quote.ts';
import { rateOf } from '../../../shared/domain/rate.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { addRow, createMarketRows } from '../../../shared/stream/market-scanner.ts';
import { createPositionBook } from '../../../shared/stream/position-book.ts';
import { createQuoteTable } from '../../../shared/stream/quote-table.ts';
import { anInstrument } from '../../helpers/instruments.ts';
import { aPosition } from '../../helpers/orders.ts';
import { columnOf } from '../../helpers/position-rows.ts';

const settled = (code: string): Settlement =>
  code.startsWith('USD') ? { status: 'inverse', code } : { status: 'direct', code };
const INSTRUMENTS: readonly Instrument[] = [
  anInstrument({ id: 1, code: 'EURUSD' }),
  anInstrument({ id: 2, code: 'USDJPY', precision: 3, settle: settled('USDJPY') }),
  anInstrument({ id: 3, code: 'EURGBP', settle: settled('GBPUSD') }),
  anInstrument({ id: 4, code: 'GBPUSD' }),
  anInstrument({ id: 9, code: 'XAUUSD', precision: 2, contractSize: 100 }),
];
const byId = new Map<number, Instrument>(INSTRUMENTS.map((one) => [one.id, one]));
const byCode = new Map(INSTRUMENTS.map((one) => [one.code, one]));

type Quoted = readonly [instrument: number, points: number, spread?: number];

function rowsOf(quotes: readonly Quoted[]) {
  const rows = createMarketRows();
  for (const [at, points, spread] of quotes) {
    const instrument = INSTRUMENTS[at];
    if (instrument === undefined) throw new Error('no such instrument');
    const close = priceToWire(price(points), instrument.precision);
    const ask = spread === undefined ? [] : [priceToWire(price(points + spread), instrument.precision)];
    addRow(rows, [instrument.id, close, close, 1, 1, ...ask]);
  }
  return rows;
}

const quoted: fc.Arbitrary<Quoted> = fc
  .tuple(fc.nat(4), fc.integer({ min: 50_000, max: 250_000 }), fc.option(fc.nat(500), { nil: undefined }))
  .map(([at, points, spread]) => (spread === undefined ? [at, points] : [at, points, spread]));
const position = fc
  .record({
    at: fc.nat(4),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    size: fc.integer({ min: 1, max: 10_000_000 }),
    open: fc.integer({ min: 50_000, max: 250_000 }),
    margin: fc.nat(1_000_000_000),
  })
  .map(({ at, side, size, open, margin }): Omit<Position, 'id'> => {
    const instrument = INSTRUMENTS[at];
    if (instrument === undefined) throw new Error('no such instrument');
    return aPosition({
      instrumentId: instrument.id,
      precision: instrument.precision,
      side,
      volume: size,
      openPrice: open,
      margin,
    });
  });

function sampled(): Omit<Position, 'id'> {
  const [one] = fc.sample(position, 1);
  if (one === undefined) throw new Error('no sample');
  return one;
}

const pricesOf = (points: number, spread = 0): TwoPrices => ({
  close: price(points),
  ask: price(points + spread),
});

/** Computes each position from scratch by the shared formula. */
function expected(positions: readonly Position[], latest: ReadonlyMap<number, TwoPrices>) {
  return positions.map((one) => {
    const instrument = byId.get(one.instrumentId);
    const now = latest.get(one.instrumentId);
    if (instrument === undefined || now === undefined) return Number.NaN;
    const settling = instrument.settle.status === 'none' ? undefined : byCode.get(instrument.settle.code);
    const rate = rateOf(
      instrument.settle,
      settling && latest.get(settling.id)?.close,
      settling?.precision ?? 0,
    );
    if (rate === undefined) return Number.NaN;
    const value = pointValue(one.volume, instrument.contractSize, instrument.precision);
    return floatingPnl(one.side, one.openPrice, closingPrice(one.side, now), value, rate);
  });
}

test('after any batches of quotes each profit and the total equal the shared formula computed from scratch', () => {
  fc.assert(
    fc.property(
      fc.array(position, { maxLength: 20 }),
      fc.array(fc.array(quoted, { maxLength: 6 }), { maxLength: 10 }),
      fc.nat(3),
      (drawn, batches, before) => {
        const positions = drawn.map((one, at): Position => ({ ...one, id: orderId(at + 1) }));
        const table = createQuoteTable(2);
        table.list(INSTRUMENTS);
        const latest = new Map<number, TwoPrices>();
        const apply = (quotes: readonly Quoted[]) => {
          for (const [at, points, spread] of quotes)
            latest.set(INSTRUMENTS[at]?.id ?? 0, pricesOf(points, spread));
          return table.apply(rowsOf(quotes));
        };
        for (const batch of batches.slice(0, before)) apply(batch);
        const book = createPositionBook(positions, byId, byCode, table);
        for (const batch of batches.slice(before)) book.update(apply(batch));
        const pnl = expected(positions, latest);
        expect(columnOf(book, 'pnl')).toEqual(pnl);
        expect(columnOf(book, 'id')).toEqual(positions.map(({ id }) => id));
        expect(columnOf(book, 'price')).toEqual(
          positions.map(({ instrumentId: of, side }) => {
            const now = latest.get(of);
            return now === undefined ? Number.NaN : closingPrice(side, now);
          }),
        );
        expect(book.total()).toBe(pnl.reduce((sum, one) => sum + one, 0));
        expect(book.margin).toBe(positions.reduce((sum, one) => sum + one.margin, 0));
      },
    ),
    { numRuns: 1_000 },
  );
});

test('totals are exact or unknown, and exact again after profits that were too large', () => {
  const table = createQuoteTable();
  table.list(INSTRUMENTS);
  const lots = [89_999, 89_998, -89_993];
  const positions = lots.map(
    (size, at): Position => ({
      ...sampled(),
      instrumentId: instrumentId(2),
      side: size < 0 ? 'sell' : 'buy',
      volume: volume(Math.abs(size) * 10_000),
      openPrice: price(100_000),
      id: orderId(at + 1),
    }),
  );
  const book = createPositionBook(positions, byId, byCode, table);
  // At the high prices they are too large to be added, though their sum is not.
  for (const points of [100_003, 260_007, 100_007, 250_011, 100_013]) {
    book.update(table.apply(rowsOf([[1, points]])));
    const pnl = expected(positions, new Map([[2, pricesOf(points)]]));
    expect(columnOf(book, 'pnl')).toEqual(pnl);
    expect(book.total()).toBe(points > 200_000 ? Number.NaN : pnl.reduce((sum, one) => sum + one, 0));
  }
});

test('a position that is too large to have a profit leaves those of the others as they are', () => {
  const table = createQuoteTable();
  table.list(INSTRUMENTS);
  const one = {
    ...sampled(),
    instrumentId: instrumentId(1),
    openPrice: price(100_000),
    side: 'buy' as const,
  };
  const positions = [10_000, 1e15].map((size, at) => ({ ...one, volume: volume(size), id: orderId(at + 1) }));
  const book = createPositionBook(positions, byId, byCode, table);
  book.update(table.apply(rowsOf([[0, 100_010]])));
  expect(columnOf(book, 'pnl')).toEqual([10_000_000, Number.NaN]);
  expect(book.total()).toBeNaN();
});

test('a position of an unlisted instrument has an unknown profit, and so has the account', () => {
  const table = createQuoteTable();
  const book = createPositionBook(
    [{ ...sampled(), id: orderId(1), instrumentId: instrumentId(77) }],
    byId,
    byCode,
    table,
  );
  expect(book.total()).toBeNaN();
});
