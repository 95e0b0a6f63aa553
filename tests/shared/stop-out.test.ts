import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue, instrumentOf } from '../../server/catalogue/catalogue.ts';
import { referencePrice } from '../../server/catalogue/catalogue-entry.ts';
import { mustClose } from '../../server/exchange/decide-stop-out.ts';
import type { WorkingOrder } from '../../server/exchange/state.ts';
import type { Prices } from '../../server/exchange/valuation.ts';
import { type AccountId, isStopOut } from '../../shared/domain/account.ts';
import { type Instrument, instrumentId } from '../../shared/domain/instrument.ts';
import { marginOf } from '../../shared/domain/margin.ts';
import { addMoney, money, moneyFromWire, mulDiv, subMoney, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { Position, Side } from '../../shared/domain/order.ts';
import { floatingPnl, pointValue } from '../../shared/domain/pnl.ts';
import { type Price, price, priceFromWire } from '../../shared/domain/price.ts';
import { closingPrice } from '../../shared/domain/quote.ts';
import { type Rate, rateOf, UNIT_RATE } from '../../shared/domain/rate.ts';
import { type StopOutTerms, stopOutPrice } from '../../shared/domain/stop-out.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { volume, volumeFromWire } from '../../shared/domain/volume.ts';
import { eurusd } from '../helpers/instruments.ts';
import { aPosition } from '../helpers/orders.ts';

const lots = (side: Side, size: number, openPrice: number, contractSize = 100_000, precision = 5) => ({
  side,
  openPrice: price(openPrice),
  value: pointValue(volumeFromWire(size), contractSize, precision),
});

const terms = (patch: Partial<StopOutTerms>): StopOutTerms => ({
  exposures: [],
  rest: moneyFromWire(1_000),
  margin: moneyFromWire(500),
  percent: 50,
  from: price(110_000),
  spread: 0,
  rateAt: () => UNIT_RATE,
  ...patch,
});

describe('the price of a stop out', () => {
  it.each<[string, Partial<StopOutTerms>, number | undefined]>([
    // 1,000 - 250 = 750 to lose at 1 a point.
    ['of a buy is below', { exposures: [lots('buy', 1, 110_000)] }, 109_250],
    ['of a sell is above', { exposures: [lots('sell', 1, 110_000)] }, 110_750],
    ['of a sell is reached by the ask', { exposures: [lots('sell', 1, 110_000)], spread: 20 }, 110_730],
    ['of a buy is reached by the close', { exposures: [lots('buy', 1, 110_000)], spread: 20 }, 109_250],
    [
      'is the net of buys and sells',
      { exposures: [lots('buy', 1, 110_000), lots('sell', 0.5, 110_000)] },
      108_500,
    ],
    [
      'counts the profit that a position has already',
      { exposures: [lots('buy', 1, 109_000)], rest: money(0) },
      109_250,
    ],
    [
      'converts by the rate',
      { exposures: [lots('buy', 1, 110_000)], rateAt: () => ({ num: 3, den: 2 }) },
      109_500,
    ],
    ['is the price itself where it is due already', { rest: moneyFromWire(250) }, 110_000],
    ['is nowhere without exposure', {}, undefined],
    [
      'is nowhere where buys and sells cancel out',
      { exposures: [lots('buy', 1, 110_000), lots('sell', 1, 110_000)] },
      undefined,
    ],
    [
      'is nowhere for a buy that is paid in full',
      { exposures: [lots('buy', 0.001, 110_000)], rest: moneyFromWire(1_000) },
      undefined,
    ],
    [
      'is unknown without a rate',
      { exposures: [lots('buy', 1, 110_000)], rateAt: () => undefined },
      undefined,
    ],
    ['is below zero with a stop out at 0 %', { exposures: [lots('buy', 1, 110_000)], percent: 0 }, 109_000],
  ])('%s', (_, patch, expected) => {
    expect(stopOutPrice(terms(patch))).toBe(expected);
  });

  it('follows the rate of an instrument that is its own conversion', () => {
    // USD/JPY bought at 150: at p the loss is 100,000 x (150 - p) / p, and 750 may be lost.
    const at = stopOutPrice(
      terms({
        exposures: [lots('buy', 1, 150_000, 100_000, 3)],
        from: price(150_000),
        rateAt: (now) => rateOf({ status: 'inverse', code: 'USDJPY' }, now, 3),
      }),
    );
    expect(at).toBe(148_883);
  });
});

const own: Instrument = { ...eurusd, precision: 2, contractSize: 100, quoteCurrency: 'XYZ' };
const other: Instrument = { ...eurusd, id: instrumentId(2), code: 'OTHER' };
const FAR = 4;

type Book = readonly { readonly side: Side; readonly open: number; readonly size: number }[];
const side = fc.constantFrom<Side>('buy', 'sell');
const entry = (of: fc.Arbitrary<Side>) =>
  fc.record({ side: of, open: fc.integer({ min: 50, max: 150 }), size: fc.integer({ min: 1, max: 300 }) });
const account = {
  from: fc.integer({ min: 60, max: 140 }),
  rest: fc.integer({ min: 1, max: 400_000_000 }),
  margin: fc.integer({ min: 1, max: 200_000_000 }),
  percent: fc.integer({ min: 0, max: 100 }),
  spread: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20 })),
};

/** The account as the exchange sees it; a position of another instrument, at its opening price, holds the rest. */
function asExchange(book: Book, rest: number, margin: number, instrument: Instrument, spread: number) {
  const positions = book.map(
    ({ side, open, size }, at): Position =>
      aPosition({
        id: at + 1,
        instrumentId: instrument.id,
        code: instrument.code,
        precision: instrument.precision,
        multiple: 1,
        side,
        volume: size * 100,
        openPrice: open,
        margin: at === 0 ? margin : 0,
      }),
  );
  const state = {
    id: 1 as AccountId,
    book: 'demo' as const,
    n: 0,
    isCalled: false,
    standing: { balance: money(rest), advance: ZERO_MONEY, hold: ZERO_MONEY },
    orders: new Map(
      positions.map((order): [Position['id'], WorkingOrder] => [
        order.id,
        { accountId: 1 as AccountId, order },
      ]),
    ),
  };
  const listed = [instrument, other];
  const pricesAt = (close: Price): Prices => ({
    instrument: (id) => listed.find((one) => one.id === id),
    instrumentByCode: (code) => listed.find((one) => one.code === code),
    sourceOf: () => undefined,
    quote: (id) => ({
      instrumentId: id,
      close: id === instrument.id ? close : price(30_000),
      ask: id === instrument.id ? price(close + spread) : price(30_000),
      open: close,
      marketOpen: true,
      time: timestampMs(0),
    }),
  });
  return (at: number, percent: number) => mustClose(state, pricesAt(price(at)), percent);
}

/** Tries one price after the other, down and up to `FAR` times the first. */
function tried(due: (at: number) => boolean, from: number): number | undefined {
  if (due(from)) return from;
  for (let at = from - 1; at >= 1; at--) if (due(at)) return at;
  for (let at = from + 1; at <= FAR * from; at++) if (due(at)) return at;
  return undefined;
}

describe('the exchange closes at no earlier price', () => {
  const settled: readonly [string, Instrument, fc.Arbitrary<Book>, (now: Price) => Rate | undefined][] = [
    [
      'in USD',
      { ...own, settle: { status: 'none' } },
      fc.array(entry(side), { maxLength: 5 }),
      () => UNIT_RATE,
    ],
    [
      'by another instrument',
      { ...own, settle: { status: 'inverse', code: 'OTHER' } },
      side.chain((one) => fc.array(entry(fc.constant(one)), { maxLength: 5 })),
      () => rateOf({ status: 'inverse', code: 'OTHER' }, price(30_000), 5),
    ],
    [
      'by itself',
      { ...own, settle: { status: 'inverse', code: own.code } },
      side.chain((one) => fc.array(entry(fc.constant(one)), { maxLength: 5 })),
      (now) => rateOf({ status: 'inverse', code: own.code }, now, own.precision),
    ],
  ];
  it.each(settled)('settled %s', (_, instrument, books, rateAt) => {
    fc.assert(
      fc.property(books, fc.record(account), (book, { from, rest, margin, percent, spread }) => {
        const due = asExchange(book, rest, margin, instrument, spread);
        const exposures = book.map((one) => ({
          side: one.side,
          openPrice: price(one.open),
          value: pointValue(volume(one.size * 100), instrument.contractSize, instrument.precision),
        }));
        const at = stopOutPrice({
          exposures,
          rest: money(rest),
          margin: book.length === 0 ? ZERO_MONEY : money(margin),
          percent,
          from: price(from),
          spread,
          rateAt,
        });
        const expected = tried((now) => due(now, percent), from);
        expect(at !== undefined && at > FAR * from ? undefined : at).toBe(expected);
      }),
    );
  });

  it('and the rest is the equity less the profit of the exposures', () => {
    const exposure = lots('buy', 1, 109_000);
    const equity = moneyFromWire(2_000);
    const profit = floatingPnl('buy', price(109_000), price(110_000), exposure.value, UNIT_RATE);
    const rest = subMoney(equity, profit);
    // 2,000 - 250 = 1,750 to lose from 1.10000.
    expect(stopOutPrice(terms({ exposures: [exposure], rest }))).toBe(108_250);
  });
});

describe('of each instrument on offer', () => {
  const listed = catalogue.map((entry) => ({
    instrument: instrumentOf(entry, { status: 'open' }, 'of-margin'),
    from: priceFromWire(referencePrice(entry), entry.precision),
  }));
  const order = fc.record({
    traded: fc.constantFrom(...listed),
    side,
    hundredths: fc.integer({ min: 1, max: 10_000 }),
    multiple: fc.constantFrom(10, 50, 100, 400),
    level: fc.integer({ min: 51, max: 2_000 }),
    spread: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 })),
  });

  type TestOrder = typeof order extends fc.Arbitrary<infer T> ? T : never;

  /** A single position without profit at the reference price, with a margin level in percent. */
  function stopOutOf({ traded, side, hundredths, multiple, level, spread }: TestOrder) {
    const { instrument, from } = traded;
    const settle = instrument.settle;
    const conversion = listed.find((one) => settle.status !== 'none' && one.instrument.code === settle.code);
    const rateAt = (now: Price) =>
      conversion === undefined
        ? rateOf(settle, undefined, 0)
        : rateOf(
            settle,
            conversion.instrument.code === instrument.code ? now : conversion.from,
            conversion.instrument.precision,
          );
    const rate = rateAt(from);
    if (rate === undefined) throw new Error(`no rate for ${instrument.code}`);
    const size = volume(hundredths * 100);
    const margin = marginOf(instrument, size, from, multiple, rate);
    const rest = money(mulDiv(margin, level, 100));
    const closingAt = (close: number) =>
      closingPrice(side, { close: price(close), ask: price(close + spread) });
    const openPrice = closingAt(from);
    const value = pointValue(size, instrument.contractSize, instrument.precision);
    const at = stopOutPrice({
      exposures: [{ side, openPrice, value }],
      rest,
      margin,
      percent: 50,
      from,
      spread,
      rateAt,
    });
    const isStoppedAt = (now: number) => {
      const there = rateAt(price(now));
      if (there === undefined) throw new Error(`no rate at ${now}`);
      const profit = floatingPnl(side, openPrice, closingAt(now), value, there);
      return isStopOut(addMoney(rest, profit), margin, 50);
    };
    return { at, isStoppedAt };
  }

  it('the account is stopped out at the price that is shown, and one point before it is not', () => {
    fc.assert(
      fc.property(order, (one) => {
        const { at, isStoppedAt } = stopOutOf(one);
        if (at === undefined) return;
        const before = at + (one.side === 'buy' ? 1 : -1);
        expect([isStoppedAt(at), isStoppedAt(before)]).toEqual([true, false]);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(listed.map(({ instrument, from }) => [instrument.code, { instrument, from }] as const))(
    'a sell of %s with little beyond its margin has one',
    (_, traded) => {
      for (const hundredths of [1, 10, 100, 4_000])
        expect(
          stopOutOf({ traded, side: 'sell', hundredths, multiple: 100, level: 200, spread: 0 }).at,
        ).toBeGreaterThan(traded.from);
    },
  );
});
