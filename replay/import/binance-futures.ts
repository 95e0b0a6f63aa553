import { binanceVenue, readBookTicker, readKline, readTrade } from './binance.ts';

/** Its trades come in sums of those that one order dealt at one price. */
export const binanceFutures = binanceVenue('binance-futures', {
  aggTrade: readTrade,
  kline: readKline,
  bookTicker: readBookTicker,
});
