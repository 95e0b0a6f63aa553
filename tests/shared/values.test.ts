import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScaled } from '../../shared/domain/decimal.ts';
import { settlementOf } from '../../shared/domain/instrument.ts';
import { stopReached, stopsAreValid, targetReached } from '../../shared/domain/order.ts';
import { bucketStart, isWirePeriod } from '../../shared/domain/period.ts';
import { price, priceFromWire, priceToWire } from '../../shared/domain/price.ts';
import { changeOf } from '../../shared/domain/quote.ts';
import { rateOf } from '../../shared/domain/rate.ts';
import { isTradable, volume, volumeFromWire, volumeToWire } from '../../shared/domain/volume.ts';
import { MONDAY_S } from '../helpers/candle-start.ts';

describe('a plain decimal', () => {
  it.each([
    ['0', 2, 0],
    ['12', 2, 1200],
    ['0.5', 2, 50],
    ['-3.25', 2, -325],
    ['1.10', 1, 11],
    ['-0.0', 1, 0],
  ])('%s at %d decimals is %d', (text, decimals, expected) => {
    expect(parseScaled(text, decimals)).toEqual({ ok: true, value: expected });
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '.5',
    '1.',
    '01',
    '1,5',
    '--1',
    '١',
    '1_000',
    '1\n',
  ])('is not %j', (text) => {
    expect(parseScaled(text, 4)).toEqual({ ok: false, error: 'malformed' });
  });

  it('refuses digits that would be lost and inexact numbers', () => {
    expect(parseScaled('1.001', 2)).toEqual({ ok: false, error: 'too-precise' });
    expect(parseScaled('999999999999999', 6)).toEqual({ ok: false, error: 'too-large' });
  });
});

describe('prices and sizes', () => {
  it('survive the wire at every precision', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.integer({ min: 0, max: 8 }), (points, precision) => {
        const sent: unknown = JSON.parse(JSON.stringify(priceToWire(price(points), precision)));
        expect(priceFromWire(Number(sent), precision)).toBe(points);
      }),
    );
    expect(volumeFromWire(volumeToWire(volume(12_345)))).toBe(12_345);
    expect(JSON.stringify(priceToWire(price(108_512), 5))).toBe('1.08512');
  });

  it.each([
    [100, 100, 100, true],
    [150, 100, 100, false],
    [0, 0, 100, false],
    [-100, 0, 100, false],
    [100, 200, 100, false],
    [Number.NaN, 0, 100, false],
  ])('a size of %d with minimum %d and step %d is tradable: %s', (size, min, step, expected) => {
    expect(isTradable(volume(size), volume(min), volume(step))).toBe(expected);
  });
});

describe('stops', () => {
  it.each([
    ['buy', 100, 90, 110, true],
    ['buy', 100, 100, 110, false],
    ['buy', 100, 90, 100, false],
    ['sell', 100, 110, 90, true],
    ['sell', 100, 90, undefined, false],
    ['sell', 100, undefined, undefined, true],
    ['buy', 100, 0, undefined, false],
  ] as const)(
    '%s at %d with stop loss %s and take profit %s are valid: %s',
    (side, at, loss, profit, expected) => {
      const points = (value: number | undefined) => (value === undefined ? undefined : price(value));
      expect(stopsAreValid(side, price(at), points(loss), points(profit))).toBe(expected);
    },
  );

  it.each([
    ['buy', 90, 90, 110, 'stop-loss'],
    ['buy', 89, 90, 110, 'stop-loss'],
    ['buy', 91, 90, 110, undefined],
    ['buy', 110, 90, 110, 'take-profit'],
    ['sell', 110, 110, 90, 'stop-loss'],
    ['sell', 109, 110, 90, undefined],
    ['sell', 89, 110, 90, 'take-profit'],
    ['buy', 50, 90, 40, 'stop-loss'],
  ] as const)('%s at %d with loss %d and profit %d reaches %s', (side, now, loss, profit, expected) => {
    expect(stopReached(side, price(now), price(loss), price(profit))).toBe(expected);
  });

  it('a pending order waits for the market from the side where it was placed', () => {
    expect(targetReached(price(90), price(91), true)).toBe(false);
    expect(targetReached(price(90), price(90), true)).toBe(true);
    expect(targetReached(price(110), price(109), false)).toBe(false);
    expect(targetReached(price(110), price(111), false)).toBe(true);
  });
});

describe('rates, changes and periods', () => {
  it('derive the direction of a conversion instrument from its name', () => {
    expect(settlementOf('USD', '')).toEqual({ status: 'none' });
    expect(settlementOf('JPY', 'USDJPY')).toEqual({ status: 'inverse', code: 'USDJPY' });
    expect(settlementOf('GBP', 'GBPUSD')).toEqual({ status: 'direct', code: 'GBPUSD' });
  });

  it('are unknown until the price is known', () => {
    expect(rateOf({ status: 'direct', code: 'GBPUSD' }, undefined, 5)).toBeUndefined();
    expect(rateOf({ status: 'direct', code: 'GBPUSD' }, price(0), 5)).toBeUndefined();
    expect(rateOf({ status: 'inverse', code: 'USDJPY' }, price(150_456), 3)).toEqual({
      num: 1000,
      den: 150_456,
    });
  });

  it('change is in hundredths of a percent of the open', () => {
    expect(changeOf(101, 100)).toBe(100);
    expect(changeOf(99, 100)).toBe(-100);
    expect(changeOf(1, 0)).toBeUndefined();
  });

  it('days start at midnight UTC, weeks on Monday', () => {
    expect(bucketStart(1_399_248_000 + 86_399, 86_400)).toBe(1_399_248_000);
    const week = 7 * 86_400;
    expect(bucketStart(MONDAY_S, week)).toBe(MONDAY_S);
    expect(bucketStart(MONDAY_S - 1, week)).toBe(MONDAY_S - week);
    expect(bucketStart(0, week)).toBe(Date.UTC(1969, 11, 29) / 1_000);
    expect(isWirePeriod('1day')).toBe(true);
    expect(isWirePeriod('1week')).toBe(false);
  });
});
