import {
  type CandlestickData,
  CandlestickSeries,
  ColorType,
  createChart,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { CandleRow } from '../../../../shared/domain/candle.ts';
import { DECIMALS, toPrice } from '../../../chart/bench-chart.ts';
import { offerChart } from '../../../chart/bench-page.ts';
import { CANDLE_PX, GAP_PX } from '../layout.ts';

/**
 * lightweight-charts as in its documentation: one candlestick series, `setData` once, `update` for each change. Without
 * its logo and without kinetic scrolling, like the other charts.
 */
const toBar = ([time, open, high, low, close]: CandleRow): CandlestickData<UTCTimestamp> => ({
  time: time as UTCTimestamp,
  open: toPrice(open),
  high: toPrice(high),
  low: toPrice(low),
  close: toPrice(close),
});

offerChart((rows, { up, down, ink, hairline, surface }) => {
  const bars = rows.map(toBar);
  return (host) => {
    const chart = createChart(host, {
      width: host.clientWidth,
      height: host.clientHeight,
      layout: {
        background: { type: ColorType.Solid, color: surface },
        textColor: ink,
        attributionLogo: false,
        fontSize: 11,
      },
      grid: { vertLines: { color: hairline }, horzLines: { color: hairline } },
      timeScale: { barSpacing: CANDLE_PX, rightOffset: GAP_PX / CANDLE_PX, timeVisible: true },
      handleScroll: { vertTouchDrag: false },
      kineticScroll: { touch: false },
    });
    const series = chart.addSeries(CandlestickSeries, {
      upColor: up,
      wickUpColor: up,
      downColor: down,
      wickDownColor: down,
      borderVisible: false,
      priceFormat: { type: 'price', precision: DECIMALS, minMove: 10 ** -DECIMALS },
    });
    series.setData(bars);
    return {
      update: (row) => series.update(toBar(row)),
      seen: () => chart.timeScale().getVisibleLogicalRange() ?? { from: 0, to: 0 },
    };
  };
});
