import { encodeOrder, type Mark } from '../../shared/contract/encode.ts';
import type { WireAccount, WireOrder } from '../../shared/contract/wire.ts';
import { moneyToWire, ZERO_MONEY } from '../../shared/money.ts';
import type { Order } from '../../shared/order.ts';
import { floatingPnl, pointValue } from '../../shared/pnl.ts';
import { rateOf } from '../../shared/rate.ts';
import type { AccountFigures } from '../exchange/exchange.ts';
import type { Market } from '../feed/market.ts';

/** An order as the wire's row, with the price and the profit of this moment. */
export const wireOrder = (market: Market, order: Order): WireOrder => encodeOrder(order, markOf(market, order));

export const wireAccount = (figures: AccountFigures): WireAccount => ({
  balance: moneyToWire(figures.balance),
  lock_balance: moneyToWire(figures.lockBalance),
});

function markOf(market: Market, order: Order): Mark | undefined {
  const instrument = market.instrument(order.instrumentId);
  const quote = market.quote(order.instrumentId);
  if (instrument === undefined || quote === undefined) return undefined;
  if (order.status !== 'open') return { price: quote.close, pnl: ZERO_MONEY };
  const { settle } = instrument;
  const source = settle.status === 'none' ? undefined : market.instrumentByCode(settle.code);
  const rate = rateOf(settle, source && market.quote(source.id)?.close, source?.precision ?? 0);
  if (rate === undefined) return undefined;
  const value = pointValue(order.volume, instrument.contractSize, order.precision);
  return { price: quote.close, pnl: floatingPnl(order.side, order.openPrice, quote.close, value, rate) };
}
