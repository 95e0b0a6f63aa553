import { expect, it } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { money } from '../../../shared/domain/money.ts';
import { orderId, type PendingOrder, type Position } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { volumeFromWire } from '../../../shared/domain/volume.ts';
import { orderLines } from '../../../src/chart/order-lines.ts';

const facts = {
  instrumentId: instrumentId(1),
  code: 'EURUSD',
  showCode: 'EUR/USD',
  precision: 5,
  volume: volumeFromWire(0.1),
  multiple: 100,
  createdAt: timestampMs(0),
} as const;
const position: Position = {
  ...facts,
  id: orderId(1),
  status: 'open',
  side: 'buy',
  openPrice: price(108_500),
  stopLoss: price(108_400),
  takeProfit: price(108_700),
  margin: money(0),
  fee: money(0),
};
const pending: PendingOrder = {
  ...facts,
  id: orderId(2),
  status: 'pending',
  side: 'sell',
  targetPrice: price(109_000),
};
const elsewhere: Position = { ...position, id: orderId(3), instrumentId: instrumentId(2) };
const texts = { order: ({ side }: { side: string }) => side, stopLoss: 'SL', takeProfit: 'TP' };

it('a chart has a line for each entry, target and stop of its own instrument, entries on top', () => {
  const working = { status: 'ready', positions: [position, elsewhere], pending: [pending] } as const;
  expect(orderLines(working, instrumentId(1), texts)).toEqual([
    { kind: 'stop-loss', price: 108_400, text: 'SL' },
    { kind: 'take-profit', price: 108_700, text: 'TP' },
    { kind: 'pending', price: 109_000, text: 'sell' },
    { kind: 'position', price: 108_500, text: 'buy' },
  ]);
});

it('a chart has no lines while the orders are unknown', () => {
  expect(orderLines({ status: 'unknown' }, instrumentId(1), texts)).toEqual([]);
});
