import { binanceVenue, readBookTicker, readKline, readTrade } from './binance.ts';

export const binanceSpot = binanceVenue('binance-spot', {
  trade: readTrade,
  kline: readKline,
  bookTicker: readBookTicker,
});
