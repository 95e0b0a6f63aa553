import { ZERO_MONEY } from '../../shared/domain/money.ts';
import { type ClosedOrder, orderId, type PendingOrder, type Position } from '../../shared/domain/order.ts';
import { price } from '../../shared/domain/price.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { volume } from '../../shared/domain/volume.ts';
import { eurusd } from './instruments.ts';
import type { Plain } from './plain.ts';

const facts = {
  id: orderId(1),
  instrumentId: eurusd.id,
  code: eurusd.code,
  showCode: eurusd.showCode,
  precision: eurusd.precision,
  side: 'buy',
  volume: volume(1_000),
  multiple: 100,
  createdAt: timestampMs(0),
} as const;
const pending: PendingOrder = { ...facts, status: 'pending', targetPrice: price(107_000) };
const opened = { ...facts, openPrice: price(108_000), margin: ZERO_MONEY, fee: ZERO_MONEY } as const;
const position: Position = { ...opened, status: 'open' };
const closed: ClosedOrder = {
  ...opened,
  status: 'closed',
  closePrice: price(108_100),
  realisedPnl: ZERO_MONEY,
  closedAt: timestampMs(1),
  reason: 'manual',
};

/** 0.10 lots of EURUSD, bought at 1.08000, without margin and fee unless a test gives them. */
export const aPosition = (over: Plain<Position> = {}): Position => ({ ...position, ...over }) as Position;

/** Buys 0.10 lots of EURUSD at 1.07000. */
export const aPending = (over: Plain<PendingOrder> = {}): PendingOrder =>
  ({ ...pending, ...over }) as PendingOrder;

/** As `aPosition`, closed by its owner at 1.08100; its profit is zero unless a test gives it. */
export const aClosed = (over: Plain<ClosedOrder> = {}): ClosedOrder =>
  ({ ...closed, ...over }) as ClosedOrder;
