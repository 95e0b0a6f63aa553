import { expect, it } from 'vitest';
import { instrumentId } from '../../../../shared/domain/instrument.ts';
import { orderId } from '../../../../shared/domain/order.ts';
import { price } from '../../../../shared/domain/price.ts';
import { kindOf, orderLines } from '../../../../src/chart/orders/order-lines.ts';
import { ordersOn } from '../../../../src/chart/orders/orders-on.ts';
import { alertsOn } from '../../../../src/state/alerts.ts';
import { priceAlert } from '../../../helpers/alerts.ts';
import { aPending, aPosition } from '../../../helpers/orders.ts';

const position = aPosition({ openPrice: 108_500, stopLoss: 108_400, takeProfit: 108_700 });
const pending = aPending({ id: 2, side: 'sell', targetPrice: 109_000 });
const elsewhere = aPosition({ id: 3, instrumentId: 2 });

const shown = (...given: Parameters<typeof orderLines>) =>
  orderLines(...given).map(({ part, price: at, order, isWaiting }) => [order.id, part, at, isWaiting]);

it('a chart has the orders of its own instrument, and none while they are unknown', () => {
  const working = { status: 'ready', positions: [position, elsewhere], pending: [pending] } as const;
  expect(ordersOn(working, instrumentId(1))).toEqual([position, pending]);
  expect(ordersOn({ status: 'unknown' }, instrumentId(1))).toEqual([]);
});

it('an order has a line for its entry or target and for each stop, entries on top', () => {
  expect(shown([position, pending])).toEqual([
    [1, 'stop-loss', 108_400, false],
    [1, 'take-profit', 108_700, false],
    [1, 'position', 108_500, false],
    [2, 'pending', 109_000, false],
  ]);
});

it('a stop that trails has a line of its own kind', () => {
  expect(shown([{ ...position, trailPoints: 150 }])[0]).toEqual([1, 'trailing-stop', 108_400, false]);
});

it('a change that is not confirmed is shown where it will be, as waiting; a removal where the line still is', () => {
  const moved = { id: orderId(1), change: { what: 'stop-loss', price: price(108_300) } } as const;
  const cancelled = { id: orderId(2), change: { what: 'removal', part: 'pending' } } as const;
  expect(shown([position, pending], [moved, cancelled])).toEqual([
    [1, 'stop-loss', 108_300, true],
    [1, 'take-profit', 108_700, false],
    [1, 'position', 108_500, false],
    [2, 'pending', 109_000, true],
  ]);
});

it('all lines of an order are locked while a change of one of them is not confirmed', () => {
  const removed = { id: orderId(1), change: { what: 'removal', part: 'stop-loss' } } as const;
  const lines = orderLines([position, pending], [removed]);
  expect(lines.map(({ part, isLocked }) => [part, isLocked])).toEqual([
    ['stop-loss', true],
    ['take-profit', true],
    ['position', true],
    ['pending', false],
  ]);
});

it('lines share a label only with those of their kind, side and state', () => {
  const [stop, target, entry] = orderLines([position]);
  const [, , sold] = orderLines([{ ...position, side: 'sell' }]);
  // The stop of an order that waits, and a stop that waits for the exchange.
  const [ofPending] = orderLines([{ ...pending, side: 'buy', stopLoss: price(108_400) }]);
  const [waiting] = orderLines(
    [position],
    [{ id: orderId(1), change: { what: 'stop-loss', price: price(108_300) } }],
  );
  const alert = { part: 'alert', price: price(108_400), isWaiting: false } as const;
  const kinds = [stop, target, entry, sold, ofPending, waiting, alert].map((line) => line && kindOf(line));
  expect(new Set(kinds).size).toBe(7);
  const [second] = orderLines([{ ...position, id: orderId(7), stopLoss: price(108_390) }]);
  expect(second && kindOf(second)).toBe(kinds[0]);
});

it('a chart has the alerts of its own instrument that wait for a price', () => {
  const list = [
    priceAlert(1),
    priceAlert(2, { isOn: false }),
    priceAlert(3, { price: 0, percent: 2 }),
    priceAlert(4, { instrumentId: 2 }),
  ];
  expect(alertsOn(list, instrumentId(1)).map(({ id }) => id)).toEqual([1]);
  expect(alertsOn(undefined, instrumentId(1))).toEqual([]);
});
