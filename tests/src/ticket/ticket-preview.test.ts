import { describe, expect, it } from 'vitest';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { pointValue } from '../../../shared/domain/pnl.ts';
import { price } from '../../../shared/domain/price.ts';
import { UNIT_RATE } from '../../../shared/domain/rate.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { openDraft, type TicketDraft } from '../../../src/screens/shared/ticket-draft.ts';
import {
  blockOf,
  exposuresIn,
  feltSize,
  type LiveFacts,
  previewOf,
  shareOfMax,
} from '../../../src/screens/Trade/ticket/ticket-preview.ts';
import { stopOutOf } from '../../../src/screens/Trade/ticket/ticket-stop-out.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aPosition } from '../../helpers/orders.ts';

const NOW = price(108_500);
const SPREAD = { close: NOW, ask: price(108_512) };
const facts: LiveFacts = {
  quote: { close: NOW, ask: NOW },
  rate: UNIT_RATE,
  feeType: 'of-margin',
  freeMargin: moneyFromWire(10_000),
  equity: moneyFromWire(12_000),
  stopOutPercent: 50,
  exposures: [],
};
const draft = (patch: Partial<TicketDraft> = {}): TicketDraft => ({
  ...openDraft(eurusd, undefined),
  stopUnit: 'price',
  lots: '1.00',
  multiple: 100,
  ...patch,
});

describe('the preview of an order', () => {
  it('shows margin, fee and the account with it', () => {
    // 1 x 100,000 x 1.085 / 100 = 1,085; fee 0.05 % of it.
    expect(previewOf('buy', draft(), eurusd, facts)).toEqual({
      value: 108_500_000_000,
      point: 1_000_000,
      margin: 1_085_000_000,
      fee: 542_500,
      spread: 0,
      // Equity 12,000 less the fee; margin 2,000 in use and the order's.
      after: expect.objectContaining({
        margin: 3_085_000_000,
        freeMargin: 8_914_457_500,
        marginLevel: 38_896,
      }),
    });
  });
  it('computes a fee per lot if the exchange charges one', () => {
    const perLot: Instrument = { ...eurusd, feeRateMillionths: 3_500_000 };
    expect(previewOf('buy', draft({ lots: '0.50' }), perLot, { ...facts, feeType: 'per-lot' })?.fee).toBe(
      1_750_000,
    );
  });
  it('uses the target as the price of a pending order', () => {
    const form = draft({ kind: { type: 'pending', target: '1.00000' } });
    expect(
      previewOf('buy', form, eurusd, { ...facts, quote: { close: undefined, ask: undefined } })?.margin,
    ).toBe(1_000_000_000);
  });
  it('is of the price at which its side opens, and of the spread that it has lost then', () => {
    const buy = previewOf('buy', draft(), eurusd, { ...facts, quote: SPREAD });
    expect(buy).toMatchObject({ margin: 1_085_120_000, fee: 542_560, spread: -12_000_000 });
    const sell = previewOf('sell', draft(), eurusd, { ...facts, quote: SPREAD });
    expect(sell).toMatchObject({ margin: 1_085_000_000, fee: 542_500, spread: -12_000_000 });
    const free = 10_000_000_000 - 12_000_000;
    expect(buy?.after?.freeMargin).toBe(free - 1_085_120_000 - 542_560);
    expect(sell?.after?.freeMargin).toBe(free - 1_085_000_000 - 542_500);
  });
  it('is unknown beyond the range of money, at a price that is typed with digits too many', () => {
    const form = draft({ kind: { type: 'pending', target: '9999999999' } });
    expect(previewOf('buy', form, eurusd, facts)).toBeUndefined();
    expect(shareOfMax(25, form, eurusd, facts)).toBe(0);
  });
  it('has unknown results for unknown inputs', () => {
    expect(previewOf('buy', draft(), eurusd, { ...facts, rate: undefined })).toBeUndefined();
    expect(
      previewOf('buy', draft(), eurusd, { ...facts, quote: { close: undefined, ask: undefined } }),
    ).toBeUndefined();
    expect(previewOf('buy', draft({ lots: 'x' }), eurusd, facts)).toBeUndefined();
    expect(previewOf('buy', draft(), eurusd, { ...facts, freeMargin: undefined })?.after).toBeUndefined();
    expect(previewOf('buy', draft(), eurusd, { ...facts, feeType: undefined })).toMatchObject({
      fee: undefined,
    });
  });
});

describe('the price of the stop out', () => {
  const bought = {
    side: 'buy',
    openPrice: price(108_000),
    value: pointValue(volume(10_000), 100_000, 5),
  } as const;
  it.each([
    // Of equity 12,000 - 0.54 stays 3,085 / 2 = 1,542.50: 10,456.96 may be lost at 1 a point.
    ['a buy', 'buy', {}, 98_043],
    ['a sell', 'sell', {}, 118_957],
    // A lot of profit 500 is in the equity already.
    ['a buy beside a position', 'buy', { exposures: [bought] }, 103_271],
    ['a sell of what is open', 'sell', { exposures: [bought] }, 'none'],
    ['an unknown account', 'buy', { exposures: undefined }, undefined],
    ['an exchange that says nothing yet', 'buy', { stopOutPercent: undefined }, undefined],
    // It opens at the ask and loses at the close; a sell opens at the close and loses at the ask, which is shown.
    ['a buy across a spread', 'buy', { quote: SPREAD }, 98_055],
    ['a sell across a spread', 'sell', { quote: SPREAD }, 118_957],
    ['an unknown price', 'buy', { quote: { close: undefined, ask: undefined } }, undefined],
  ] as const)('of %s', (_, side, patch, expected) => {
    const found = stopOutOf(side, draft(), eurusd, { ...facts, ...patch });
    expect(found instanceof Object ? found.at : found).toBe(expected);
  });
  it('is unknown beside a position beyond the range of money', () => {
    const held = (size: number) =>
      exposuresIn(eurusd, { status: 'ready', positions: [aPosition({ volume: size })], pending: [] });
    expect(held(10_000)).toEqual([bought]);
    expect(held(1e15)).toBeUndefined();
  });
  it('of a pending order counts from its target', () => {
    const form = draft({ kind: { type: 'pending', target: '1.00000' } });
    // Margin 1,000 and 2,000, fee 0.50: 10,499.50 may be lost.
    expect(stopOutOf('buy', form, eurusd, facts)).toEqual({ at: 89_500, from: 100_000 });
  });
});

describe('the size chips', () => {
  it.each([
    [100, 92_100],
    [75, 69_000],
    [50, 46_000],
    [25, 23_000],
  ])('fill %i %% of the largest size in whole steps', (percent, size) => {
    expect(shareOfMax(percent, draft(), eurusd, facts)).toBe(size);
  });
  it('set at least the smallest order while one fits, and nothing if none fits', () => {
    expect(shareOfMax(25, draft(), eurusd, { ...facts, freeMargin: moneyFromWire(11) })).toBe(100);
    expect(shareOfMax(25, draft(), eurusd, { ...facts, freeMargin: moneyFromWire(1) })).toBe(0);
  });
  it('do nothing while price or free margin is unknown', () => {
    expect(
      shareOfMax(50, draft(), eurusd, { ...facts, quote: { close: undefined, ask: undefined } }),
    ).toBeUndefined();
    expect(shareOfMax(50, draft(), eurusd, { ...facts, freeMargin: undefined })).toBeUndefined();
  });
});

describe('opening', () => {
  const none: Instrument = { ...eurusd, multiples: [] };
  const closing: Instrument = { ...eurusd, mode: 'close-only' };
  const halted: Instrument = { ...eurusd, mode: 'halted' };
  const shut: Instrument = { ...eurusd, market: { status: 'closed' } };
  it.each([
    ['open and fresh', 'market', eurusd, true, NOW, 'live', undefined],
    ['a little old', 'market', eurusd, true, NOW, 'stale', undefined],
    ['too old', 'market', eurusd, true, NOW, 'old', 'old-price'],
    ['too old, pending', 'pending', eurusd, true, NOW, 'old', undefined],
    ['no price yet', 'market', eurusd, undefined, undefined, undefined, 'no-price'],
    ['no price yet, pending', 'pending', eurusd, undefined, undefined, undefined, undefined],
    ['closed by the quote', 'market', eurusd, false, NOW, 'live', 'closed'],
    ['closed, pending', 'pending', eurusd, false, NOW, 'live', 'closed'],
    ['closed by the list', 'market', shut, undefined, NOW, 'live', 'closed'],
    ['open by the quote though the list says closed', 'market', shut, true, NOW, 'live', undefined],
    ['close-only', 'market', closing, true, NOW, 'live', 'close-only'],
    ['close-only, pending', 'pending', closing, true, NOW, 'live', 'close-only'],
    ['close-only and closed', 'market', closing, false, NOW, 'live', 'closed'],
    ['halted', 'market', halted, false, NOW, 'live', 'halted'],
    ['halted, pending', 'pending', halted, true, NOW, 'live', 'halted'],
    ['no multiples', 'market', none, true, NOW, 'live', 'no-multiples'],
  ] as const)('%s: %s', (_, kind, instrument, open, now, freshness, block) => {
    expect(blockOf(kind, instrument, open, now, freshness)).toBe(block);
  });
  it('is as far as the price that closes the loser has to go', () => {
    const pending = draft({ kind: { type: 'pending', target: '1.00000' } });
    const across = { ...facts, quote: SPREAD };
    // The target of a buy is an ask, and of a sell a bid.
    expect(stopOutOf('buy', pending, eurusd, across)).toEqual({ at: 89_500, from: 99_988 });
    expect(stopOutOf('sell', pending, eurusd, across)).toEqual({ at: 110_500, from: 100_012 });
    expect(stopOutOf('buy', draft(), eurusd, across)).toMatchObject({ from: NOW });
    expect(stopOutOf('sell', draft(), eurusd, across)).toMatchObject({ from: SPREAD.ask });
  });
});

describe('the size of a first order that is felt', () => {
  const sizeOf = (over: Partial<LiveFacts> = {}, instrument: Partial<Instrument> = {}, multiple?: number) =>
    feltSize({ multiple: multiple ?? 100 }, { ...eurusd, ...instrument }, { ...facts, ...over });
  it('has a margin of at most a hundredth of the equity, on the step', () => {
    // 120 of 12,000; a step of 0.01 lots takes 10.85.
    expect(sizeOf()).toBe(volume(1_100));
    expect(sizeOf({}, { lotStep: volume(500) })).toBe(volume(1_000));
    expect(sizeOf({ equity: moneyFromWire(108_500) })).toBe(volume(10_000));
    expect(sizeOf({ equity: moneyFromWire(108_499) })).toBe(volume(9_900));
  });
  it('is smaller with less leverage, and of an instrument whose currency is worth more', () => {
    expect(sizeOf({}, {}, 20)).toBe(volume(200));
    expect(sizeOf({ rate: { num: 2, den: 1 } as LiveFacts['rate'] })).toBe(volume(500));
  });
  it('is no less than the smallest size and no more than the largest order', () => {
    expect(sizeOf({ equity: moneyFromWire(20) })).toBe(eurusd.minVolume);
    expect(sizeOf({ equity: moneyFromWire(-20) }, { minVolume: volume(1_000) })).toBe(volume(1_000));
    expect(sizeOf({ equity: moneyFromWire(900_000_000) })).toBe(volume(10_000_000));
  });
  it('has no part in the fee, and is that of the price at which a buy opens', () => {
    expect(sizeOf({ equity: moneyFromWire(1_085) }, { feeRateMillionths: 100_000 })).toBe(volume(100));
    expect(
      sizeOf({ equity: moneyFromWire(1_085), quote: SPREAD }, { minVolume: volume(50), lotStep: volume(1) }),
    ).toBe(volume(99));
  });
  it('is unknown without price, rate, equity or leverage', () => {
    for (const over of [
      { rate: undefined },
      { equity: undefined },
      { quote: { close: undefined, ask: undefined } },
    ])
      expect(sizeOf(over)).toBeUndefined();
    expect(feltSize({ multiple: undefined }, eurusd, facts)).toBeUndefined();
  });
});
