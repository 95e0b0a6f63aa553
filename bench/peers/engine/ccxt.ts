import { Exchange } from 'ccxt';
import type { CandleRow } from '../../../shared/domain/candle.ts';
import type { CandlePeer } from '../../engine/candle-figures.ts';

/** ccxt's `buildOHLCVC` over a list of trades, once per period, as documented: one trade per tick, amount 1. */
export const peer: CandlePeer = {
  name: 'ccxt buildOHLCVC',
  prepare(timesMs, prices) {
    const exchange = new Exchange();
    const trades = timesMs.map((timestamp, i) => ({ timestamp, price: prices[i], amount: 1 }));
    return (period) =>
      exchange
        .buildOHLCVC(trades as Parameters<Exchange['buildOHLCVC']>[0], period)
        .map(
          ([time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0]): CandleRow => [
            time / 1000,
            open,
            high,
            low,
            close,
            volume,
          ],
        );
  },
};
