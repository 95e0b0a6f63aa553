import type { InstrumentId } from './instrument.ts';
import { mulDiv } from './money.ts';
import type { Order } from './order.ts';
import type { Price } from './price.ts';
import type { TimestampMs } from './time.ts';

/** What can be dealt at. */
export interface TwoPrices<P = Price> {
  /** The bid: what a sell opens and a buy closes at. Candles, changes and conversion rates are of it. */
  readonly close: P;
  /** What a buy opens and a sell closes at; equal to `close` where there is one price. */
  readonly ask: P;
}

/** The latest known price of an instrument. */
export interface Quote extends TwoPrices {
  readonly instrumentId: InstrumentId;
  /** The first price of the UTC day. */
  readonly open: Price;
  readonly marketOpen: boolean;
  readonly time: TimestampMs;
}

/** (close - open) / open, in hundredths of a percent; undefined while the open is not known. */
export const changeOf = (close: number, open: number): number | undefined =>
  open > 0 ? mulDiv(close - open, 10_000, open) : undefined;

/** Points between both prices; 0 where there is one, or none is known. */
export const spreadOf = ({ close, ask }: TwoPrices<Price | undefined>): number =>
  close === undefined || ask === undefined ? 0 : ask - close;

/** What an order of this side opens at. */
export const openingPrice = <P>(side: Order['side'], { close, ask }: TwoPrices<P>): P =>
  side === 'buy' ? ask : close;

/** What a position of this side closes at. */
export const closingPrice = <P>(side: Order['side'], { close, ask }: TwoPrices<P>): P =>
  side === 'buy' ? close : ask;

/** The price that decides about an order: of a pending one, or one that was cancelled, what it opens at; else what it closes at. */
export const decidingPrice = <P>(
  { status, side }: Pick<Order, 'status' | 'side'>,
  prices: TwoPrices<P>,
): P =>
  status === 'pending' || status === 'cancelled' ? openingPrice(side, prices) : closingPrice(side, prices);
