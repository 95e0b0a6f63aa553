import { type Money, moneyToWire, ZERO_MONEY } from '../domain/money.ts';
import type { Order } from '../domain/order.ts';
import { type Price, priceToWire } from '../domain/price.ts';
import { volumeToWire } from '../domain/volume.ts';
import { ORDER_STATUS, type WireOrder } from './wire.ts';

/** The live part of a position's row: the price now and the profit at it. */
export interface Mark {
  readonly price: Price;
  readonly pnl: Money;
}

/** A domain order as the wire's row. `mark` is the price now (and profit, for an open position). */
export function encodeOrder(order: Order, mark: Mark | undefined): WireOrder {
  const wirePrice = (points: Price | undefined) =>
    points === undefined ? 0 : priceToWire(points, order.precision);
  const held = order.status === 'open' || order.status === 'closed' ? order : undefined;
  return {
    Id: order.id,
    ForexId: order.instrumentId,
    ForexTradeLists: { ShowCode: order.showCode, Code: order.code, PricePrecision: order.precision },
    OrderType: order.side === 'buy' ? 1 : 2,
    Status: ORDER_STATUS[order.status],
    Quantity: volumeToWire(order.volume),
    OriginPrice: wirePrice(held?.openPrice),
    Price: wirePrice(held ? held.openPrice : 'targetPrice' in order ? order.targetPrice : undefined),
    UpdatePrice: wirePrice(order.status === 'closed' ? order.closePrice : mark?.price),
    FactProfits: moneyToWire(
      order.status === 'closed' ? order.realisedPnl : order.status === 'open' && mark ? mark.pnl : ZERO_MONEY,
    ),
    CautionMoney: moneyToWire(held?.margin ?? ZERO_MONEY),
    TradeFee: moneyToWire(held?.fee ?? ZERO_MONEY),
    TargetLossPrice: wirePrice(order.stopLoss),
    TargetProfitPrice: wirePrice(order.takeProfit),
    Multiple: order.multiple,
    CreateTimeHandler: new Date(order.createdAt).toISOString(),
    CloseTimeHandler: order.status === 'closed' ? new Date(order.closedAt).toISOString() : '',
    CloseReason: order.status === 'closed' ? order.reason : '',
  };
}
