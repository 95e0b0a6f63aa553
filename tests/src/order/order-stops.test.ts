import { signal } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import type { PendingOrder, Position } from '../../../shared/domain/order.ts';
import { type Price, price } from '../../../shared/domain/price.ts';
import { profitAt } from '../../../shared/domain/profit-at.ts';
import { type Rate, UNIT_RATE } from '../../../shared/domain/rate.ts';
import { createOrderStops } from '../../../src/screens/shared/order-stops.ts';
import type { StopName } from '../../../src/screens/shared/stop-units.ts';
import { STOP_UNITS, type StopUnit } from '../../../src/screens/shared/ticket-draft.ts';
import { eurusd } from '../../helpers/instruments.ts';
import { aPending, aPosition } from '../../helpers/orders.ts';

/** One lot from 1.08000: a point is one dollar, the margin 1,080. */
const position = aPosition({ id: 7, volume: 10_000, openPrice: 108_000, multiple: 100 });
const pending = aPending({ id: 7, volume: 10_000, targetPrice: 107_000, multiple: 100 });

function formOf(one: Position | PendingOrder, unit?: StopUnit, now: number | undefined = 108_500) {
  const [order, rate] = [signal(one), signal<Rate | undefined>(UNIT_RATE)];
  const price_ = signal<Price | undefined>(now === undefined ? undefined : price(now));
  const edited: StopName[] = [];
  const form = createOrderStops({
    order,
    instrument: eurusd,
    rate,
    now: price_,
    unit,
    onEdit: (names) => edited.push(...names),
  });
  const moneyOf = (name: StopName) => form.stops.value[name].meaning?.money;
  return { form, order, now: price_, edited, moneyOf };
}

const stopped = aPosition({ ...position, stopLoss: 107_958, takeProfit: 108_900 });

it.each([
  ['price', '1.07958', '1.08900'],
  ['points', '42', '900'],
  ['percent', '3.89', '83.33'],
  ['money', '42.00', '900.00'],
] as const)(
  'the stops of an order in %s are %s and %s, counted from its entry, and stay as they are',
  (unit, loss, gain) => {
    const { form } = formOf(stopped, unit);
    expect(form.draft.value).toMatchObject({ stopUnit: unit, stopLoss: loss, takeProfit: gain });
    expect(form.read()).toEqual({ ok: true, value: { stopLoss: 107_958, takeProfit: 108_900 } });
  },
);

it.each([
  ['buy', 'stopLoss', { price: '1.08200', points: '-200', percent: '-18.52', money: '-200.00' }, 108_200],
  ['buy', 'stopLoss', { price: '1.08000', points: '0', percent: '0.00', money: '0.00' }, 108_000],
  ['buy', 'takeProfit', { price: '1.09000', points: '1000', percent: '92.59', money: '1000.00' }, 109_000],
  ['sell', 'stopLoss', { price: '1.08900', points: '900', percent: '83.33', money: '900.00' }, 108_900],
  ['sell', 'takeProfit', { price: '1.08100', points: '-100', percent: '-9.26', money: '-100.00' }, 108_100],
] as const)('of a %s a %s that is typed as %j is one price', (side, name, texts, at) => {
  for (const unit of STOP_UNITS) {
    const order = { ...position, side };
    const { form, moneyOf } = formOf(order, unit);
    form.edit({ [name]: texts[unit] });
    // A share of the margin is a step wider than a point.
    const read = form.read();
    const found = read.ok ? (read.value[name] ?? 0) : 0;
    expect(Math.abs(found - at)).toBeLessThanOrEqual(unit === 'percent' ? 1 : 0);
    const money = profitAt(order, price(found), { instrument: eurusd, rate: UNIT_RATE });
    expect(moneyOf(name)).toBe(money);
  }
});

describe('a stop', () => {
  it.each([
    ['a loss below the opening', position, 'stopLoss', '1.07000', -1_000_000_000],
    ['a gain locked in above the opening', position, 'stopLoss', '1.08200', 200_000_000],
    ['a gain', position, 'takeProfit', '1.09000', 1_000_000_000],
    ['nothing when empty', position, 'takeProfit', '', undefined],
    ['nothing when zero', position, 'takeProfit', '0', undefined],
    ['nothing on the wrong side', position, 'stopLoss', '1.09000', undefined],
    ['nothing when not readable', position, 'stopLoss', '1.0.7', undefined],
    ['nothing beyond the range of money', position, 'takeProfit', '9999999999', undefined],
    ['a loss below the target', pending, 'stopLoss', '1.06900', -100_000_000],
  ] as const)('stands for %s', (_, order, name, text, money) => {
    const { form, moneyOf } = formOf(order, 'price');
    form.edit({ [name]: text });
    expect(moneyOf(name)).toBe(money);
  });

  it('that was not typed over keeps its price, though its text rounds it', () => {
    const { form } = formOf(aPosition({ ...stopped, stopLoss: 107_950, volume: 7 }), 'money');
    expect(form.draft.value.stopLoss).toBe('0.04');
    form.edit({ takeProfit: '1.00' });
    expect(form.read()).toMatchObject({ ok: true, value: { stopLoss: 107_950 } });
  });

  it('keeps what was typed while its unit changes there and back', () => {
    const { form } = formOf(position, 'percent');
    form.edit({ stopLoss: '3.9' });
    const before = form.read();
    form.stopsIn('money');
    expect(form.read()).toEqual(before);
    form.stopsIn('percent');
    expect(form.draft.value.stopLoss).toBe('3.9');
  });

  it('that is opened starts as far from the market as is of use', () => {
    const { form } = formOf(position, 'points');
    expect(form.firstStop('stopLoss')).toBe('-300');
    expect(form.firstStop('takeProfit')).toBe('900');
  });

  it('names the field that is wrong, and is checked by the exchange while the price is unknown', () => {
    const { form } = formOf(position, 'price');
    form.edit({ stopLoss: '1.09' });
    expect(form.read()).toEqual({ ok: false, error: [{ field: 'stopLoss', reason: 'wrong-side' }] });
    const blind = formOf(position, 'price', undefined).form;
    const { form: unknown, now } = formOf(position, 'price');
    now.value = undefined;
    for (const one of [blind, unknown]) one.edit({ stopLoss: '1.09' });
    expect(unknown.read()).toEqual({ ok: true, value: { stopLoss: 109_000 } });
  });
});

describe('a stop that trails', () => {
  const trailing = aPosition({ ...position, stopLoss: 108_300, trailPoints: 250 });

  it('is counted from the market and keeps its distance while the price moves', () => {
    const { form, now, moneyOf } = formOf(trailing);
    expect(form.draft.value).toMatchObject({ trails: true, stopUnit: 'points', stopLoss: '250' });
    expect(moneyOf('stopLoss')).toBe(250_000_000);
    now.value = price(108_540);
    expect(form.draft.value.stopLoss).toBe('250');
    expect(form.read()).toEqual({ ok: true, value: { trailPoints: 250 } });
  });

  it('begins where the stop is, and ends as a price there', () => {
    const { form } = formOf(stopped, 'price');
    form.edit({ trails: true });
    expect(form.draft.value).toMatchObject({ stopUnit: 'points', stopLoss: '542' });
    expect(form.read()).toEqual({ ok: true, value: { trailPoints: 542, takeProfit: 108_900 } });
    form.edit({ trails: false });
    expect(form.draft.value.stopLoss).toBe('42');
    expect(form.read()).toEqual({ ok: true, value: { stopLoss: 107_958, takeProfit: 108_900 } });
  });

  it('may be typed as money, which its stop would lose', () => {
    const { form } = formOf(position, 'money');
    form.edit({ trails: true });
    form.edit({ stopLoss: '100' });
    expect(form.read()).toEqual({ ok: true, value: { trailPoints: 600 } });
  });
});

it('a command tells which fields it was about', () => {
  const { form, edited } = formOf(position, 'price');
  form.edit({ takeProfit: '1.09' });
  form.stopsIn('points');
  expect(edited).toEqual(['takeProfit', 'stopLoss', 'takeProfit']);
});
