import { signal } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import { type Money, money } from '../../../shared/domain/money.ts';
import type { Side } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { UNIT_RATE } from '../../../shared/domain/rate.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { barEnd, exposureOf, holdingsOf, sumOf } from '../../../src/screens/Portfolio/exposure.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aPosition } from '../../helpers/orders.ts';

const position = (id: number, instrument: number, side: Side, lots: number) =>
  aPosition({
    id,
    instrumentId: instrument,
    showCode: `C/${instrument}`,
    side,
    volume: volumeFromWire(lots),
    openPrice: 110_000,
    margin: 1,
    fee: 1,
  });
const PRICE = price(112_500);

describe('the exposure', () => {
  it('nets the positions of an instrument, bought above zero', () => {
    const holdings = holdingsOf([
      position(4, 1, 'buy', 0.3),
      position(3, 2, 'sell', 0.5),
      position(2, 1, 'sell', 0.1),
      position(1, 3, 'buy', 0.2),
      position(0, 3, 'sell', 0.2),
    ]);
    expect(holdings.map(({ showCode, netLots, positions }) => [showCode, netLots, positions.length])).toEqual(
      [
        ['C/1', volumeFromWire(0.2), 2],
        ['C/2', -volumeFromWire(0.5), 1],
        ['C/3', 0, 2],
      ],
    );
  });

  it.each([
    ['bought', 0.25, eurusd, 28_125],
    ['sold', -0.25, eurusd, -28_125],
    [
      'of a fixed margin, which has its contract in the account’s currency',
      0.25,
      { ...eurusd, marginMode: 'fixed' as const },
      25_000,
    ],
    ['whose instrument is not listed', 0.25, undefined, undefined],
    ['of nothing', 0, undefined, 0],
  ])('is the whole amount %s, without leverage', (_, lots, terms, amount) => {
    const netLots = lots * volumeFromWire(1);
    const worth = amount === undefined ? undefined : money(amount * 1e6);
    expect(exposureOf({ netLots }, terms, PRICE, UNIT_RATE)).toBe(worth);
  });

  it('is unknown without a price or a rate', () => {
    const holding = { netLots: volumeFromWire(1) };
    expect(exposureOf(holding, eurusd, undefined, UNIT_RATE)).toBeUndefined();
    expect(exposureOf(holding, eurusd, PRICE, undefined)).toBeUndefined();
  });

  it('has no sum while a part of it is unknown', () => {
    const late = signal<Money | undefined>(undefined);
    const sum = sumOf([signal(money(5)), late]);
    expect(sum.value).toBeUndefined();
    late.value = money(-7);
    expect(sum.value).toBe(-2);
  });

  it('has no sum beyond the range of money', () => {
    const large = signal(money(6e15));
    expect(sumOf([large, large]).value).toBeUndefined();
  });

  it('draws its largest part almost to the end of the rail, and nothing while it is unknown', () => {
    expect([100, 50, -25, -100].map((part) => barEnd(money(part), 100))).toEqual([98, 74, 38, 2]);
    expect([barEnd(undefined, 100), barEnd(money(0), 0)]).toEqual([undefined, undefined]);
  });
});
