import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { price } from '../../../shared/domain/price.ts';
import { UNIT_RATE } from '../../../shared/domain/rate.ts';
import { deviationPoints } from '../../../shared/domain/tolerance.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { afterOrder, openDraft, type TicketDraft } from '../../../src/screens/shared/ticket-draft.ts';
import { readTicket, refusedFields, requestOf } from '../../../src/screens/Trade/ticket/ticket-model.ts';
import { orderKey } from '../../../src/state/order-intents.ts';
import { eurusd } from '../../helpers/instruments.ts';

const NOW = price(108_500);
const facts = { quote: { close: NOW, ask: NOW }, rate: UNIT_RATE };
const draft = (patch: Partial<TicketDraft> = {}): TicketDraft => ({
  ...openDraft(eurusd, undefined),
  stopUnit: 'price',
  ...patch,
});
const pending = (target: string): TicketDraft['kind'] => ({ type: 'pending', target });
const whole: Instrument = { ...eurusd, lotStep: volume(10_000), minVolume: volume(20_000) };

describe('a new form', () => {
  // spec: 8.11
  it('starts at the smallest size and the middle one of the multiples', () => {
    expect(openDraft(eurusd, undefined)).toEqual({
      kind: { type: 'market' },
      multiple: 20,
      lots: '0.01',
      stopUnit: 'points',
      stopLoss: '',
      takeProfit: '',
      stopSide: 'buy',
    });
  });
  it.each([
    ['what was used last', { volume: volume(2_500), multiple: 20 }, ['0.25', 20]],
    [
      'the middle multiple when the last one is no longer offered',
      { volume: volume(2_500), multiple: 50 },
      ['0.25', 20],
    ],
    ['the smallest size when the last one is below it', { volume: volume(10), multiple: 1 }, ['0.01', 1]],
  ])('accepts %s', (_, memory, [lots, multiple]) => {
    expect(openDraft(eurusd, memory)).toMatchObject({ lots, multiple });
  });
  // spec: 8.11
  it('has no multiple if none is configured', () => {
    expect(openDraft({ ...eurusd, multiples: [] }, undefined).multiple).toBeUndefined();
  });
});

describe('terms', () => {
  it.each([
    [
      'a plain market order',
      draft({ lots: '0.10' }),
      { volume: 1_000, multiple: 20, kind: { type: 'market' } },
    ],
    [
      'stops on both sides',
      draft({ stopLoss: '1.08', takeProfit: '1.09' }),
      { stopLoss: 108_000, takeProfit: 109_000 },
    ],
    [
      'a pending price',
      draft({ kind: pending('1.07') }),
      { kind: { type: 'pending', targetPrice: 107_000 } },
    ],
    [
      'pending stops around the target',
      draft({ kind: pending('1.07'), stopLoss: '1.06999' }),
      { stopLoss: 106_999 },
    ],
  ])('are read from %s', (_, form, terms) => {
    expect(readTicket(form, eurusd, 'buy', facts)).toMatchObject({
      ok: true,
      value: { side: 'buy', ...terms },
    });
  });
  // spec: 5.10
  it('have no stops when the fields are empty or zero', () => {
    const read = readTicket(draft({ stopLoss: '0', takeProfit: '0.00' }), eurusd, 'sell', facts);
    expect(read.ok && Object.keys(read.value)).toEqual(['side', 'volume', 'multiple', 'kind']);
  });
});

describe('problems', () => {
  it.each([
    ['lots', '', 'zero'],
    ['lots', '0', 'zero'],
    ['lots', '0.00', 'zero'],
    ['lots', '-1', 'malformed'],
    ['lots', '1e3', 'malformed'],
    ['lots', 'abc', 'malformed'],
    ['lots', '0.005', 'below-min'],
    ['lots', '0.015', 'off-step'],
    ['lots', '0.01001', 'off-step'],
    ['lots', '1000.01', 'above-max'],
    ['stopLoss', '1.0x', 'malformed'],
    ['stopLoss', '-1', 'malformed'],
    ['stopLoss', '1.085001', 'too-precise'],
    ['stopLoss', '1.085', 'wrong-side'],
    ['stopLoss', '1.09', 'wrong-side'],
    ['takeProfit', '1.085', 'wrong-side'],
    ['takeProfit', '1.08', 'wrong-side'],
  ])('%s %j for a buy is %s', (field, text, reason) => {
    const read = readTicket(draft({ [field]: text }), eurusd, 'buy', facts);
    expect(read).toMatchObject({ ok: false, error: [{ field, reason }] });
  });
  it.each([
    ['', 'required'],
    ['0', 'required'],
    ['1,0,7', 'malformed'],
    ['1.070001', 'too-precise'],
    ['1.085', 'at-market'],
  ])('a pending price %j is %s', (text, reason) => {
    const read = readTicket(draft({ kind: pending(text) }), eurusd, 'buy', facts);
    expect(read).toEqual({ ok: false, error: [{ field: 'target', reason }] });
  });
  it.each([
    ['buy', '1.08512', '1.085'],
    ['sell', '1.085', '1.08512'],
  ] as const)('a pending %s is at the market at the price at which it opens: %s', (side, at, beside) => {
    const across = { ...facts, quote: { close: NOW, ask: price(108_512) } };
    const read = (text: string) => readTicket(draft({ kind: pending(text) }), eurusd, side, across);
    expect(read(at)).toEqual({ ok: false, error: [{ field: 'target', reason: 'at-market' }] });
    expect(read(beside).ok).toBe(true);
  });
  it('checks the stops of a sell on the opposite sides', () => {
    const form = draft({ stopLoss: '1.08', takeProfit: '1.09' });
    expect(readTicket(form, eurusd, 'sell', facts)).toEqual({
      ok: false,
      error: [
        { field: 'stopLoss', reason: 'wrong-side', side: 'sell', unit: 'price' },
        { field: 'takeProfit', reason: 'wrong-side', side: 'sell', unit: 'price' },
      ],
    });
  });
  it('checks the stops of a pending order against its price, not the market’s', () => {
    const read = readTicket(draft({ kind: pending('1.07'), stopLoss: '1.08' }), eurusd, 'buy', facts);
    expect(read).toMatchObject({ ok: false, error: [{ field: 'stopLoss', reason: 'wrong-side' }] });
  });
  it('leaves stops to the exchange while no price is known', () => {
    expect(
      readTicket(draft({ stopLoss: '1.09' }), eurusd, 'buy', {
        ...facts,
        quote: { close: undefined, ask: undefined },
      }).ok,
    ).toBe(true);
  });
  it('lists all problems at once', () => {
    const form = draft({ multiple: undefined, kind: pending(''), lots: '0', stopLoss: 'x' });
    const read = readTicket(form, eurusd, 'buy', facts);
    expect(!read.ok && read.error.map((one) => one.field)).toEqual([
      'multiple',
      'target',
      'lots',
      'stopLoss',
    ]);
  });
  it('keeps instruments with whole lots at whole lots', () => {
    expect(openDraft(whole, undefined).lots).toBe('2');
    expect(readTicket({ ...openDraft(whole, undefined), lots: '2.5' }, whole, 'buy', facts).ok).toBe(false);
  });
});

describe('the form after its order was accepted', () => {
  const sent = draft({ kind: pending('1.07'), lots: '0.3', stopLoss: '1.06', takeProfit: '1.09' });

  it('has lost target and stops, and keeps type, size and leverage', () => {
    expect(afterOrder(sent, sent)).toEqual({ ...sent, kind: pending(''), stopLoss: '', takeProfit: '' });
    const plain = { ...sent, kind: { type: 'market' }, stopLoss: '', takeProfit: '' } as const;
    expect(afterOrder(plain, plain)).toBe(plain);
  });
  it.each([
    ['both stops when one was changed since', { stopLoss: '1.05' }],
    ['both stops when their unit was changed since', { stopUnit: 'points' }],
    ['a target that was changed since', { kind: pending('1.08') }],
    ['a type that was changed since', { kind: { type: 'market' } }],
  ] as const)('keeps %s', (_, typed) => {
    expect(afterOrder({ ...sent, ...typed }, sent)).toMatchObject(typed);
  });
});

describe('a refusal of the exchange', () => {
  const market = { side: 'buy', volume: volume(100), multiple: 20, kind: { type: 'market' } } as const;
  const target = { ...market, kind: { type: 'pending', targetPrice: price(107_000) } } as const;
  const [stopLoss, takeProfit] = [price(106_000), price(109_000)];

  it.each([
    ['of the leverage', CODE.noMultiple, market, ['multiple']],
    ['for want of money', CODE.notEnoughMargin, market, ['lots']],
    ['of the size', CODE.badVolume, market, ['lots']],
    ['of a stop', CODE.wrongSidePrice, { ...market, takeProfit }, ['takeProfit']],
    [
      'of one of two stops',
      CODE.wrongSidePrice,
      { ...market, stopLoss, takeProfit },
      ['stopLoss', 'takeProfit'],
    ],
    ['of a target', CODE.wrongSidePrice, { ...target, stopLoss }, ['target']],
    ['of no field', CODE.priceMoved, market, []],
  ] as const)('%s is about its fields', (_, code, terms, fields) => {
    expect(refusedFields(code, terms)).toEqual(fields);
  });
});

describe('a request', () => {
  const termsOf = (form: TicketDraft, side: 'buy' | 'sell' = 'buy') => {
    const read = readTicket(form, eurusd, side, facts);
    if (!read.ok) throw new Error('not readable');
    return read.value;
  };
  it('of a market order has the seen price and the allowed deviation', () => {
    expect(requestOf(eurusd, termsOf(draft()), 'cid-00000001', NOW, 5)).toEqual({
      cid: 'cid-00000001',
      instrumentId: 1,
      side: 'buy',
      volume: 100,
      multiple: 20,
      kind: { type: 'market', seenPrice: 108_500, deviationPoints: 54 },
    });
  });
  it('of a pending order has only its price', () => {
    const terms = termsOf(draft({ kind: pending('1.07') }));
    const kind = { type: 'pending', targetPrice: 107_000 };
    expect(requestOf(eurusd, terms, 'cid-00000001', NOW, 5)?.kind).toEqual(kind);
    expect(requestOf(eurusd, terms, 'cid-00000001', undefined, 5)?.kind).toEqual(kind);
  });
  it('of a market order requires a seen price', () => {
    expect(requestOf(eurusd, termsOf(draft()), 'cid-00000001', undefined, 5)).toBeUndefined();
  });
  it.each([
    [108_500, 1, 11],
    [108_500, 100, 1_085],
    [1_000, 5, 10],
    [6_500_000, 5, 3_250],
  ])('allows at %i points and %i hundredths of a percent %i points', (at, tolerance, points) => {
    expect(deviationPoints(price(at), tolerance)).toBe(points);
  });
  it('is another intent with another side, size, kind or price, and the same with other stops', () => {
    const key = (form: TicketDraft, side?: 'sell') => orderKey(eurusd.id, termsOf(form, side));
    const base = key(draft());
    expect(
      new Set([
        base,
        key(draft(), 'sell'),
        key(draft({ lots: '0.02' })),
        key(draft({ kind: pending('1.07') })),
      ]).size,
    ).toBe(4);
    expect(key(draft({ kind: pending('1.07') }))).not.toBe(key(draft({ kind: pending('1.06') })));
    expect(key(draft({ stopLoss: '1.08' }))).toBe(base);
  });
});
