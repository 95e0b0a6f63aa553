import { init, type KLineData } from 'klinecharts';
import type { CandleRow } from '../../../../shared/domain/candle.ts';
import { DECIMALS, toPrice } from '../../../chart/bench-chart.ts';
import { offerChart } from '../../../chart/bench-page.ts';
import { CANDLE_PX, GAP_PX } from '../layout.ts';

/**
 * klinecharts as in its documentation: a data loader that has all candles at once and passes each change on. As in the
 * product, the legend appears only with the crosshair, and the highest and lowest candles are not marked.
 */
const toBar = ([time, open, high, low, close, volume]: CandleRow): KLineData => ({
  timestamp: time * 1000,
  open: toPrice(open),
  high: toPrice(high),
  low: toPrice(low),
  close: toPrice(close),
  volume,
});

offerChart((rows, { up, down, ink, hairline }) => {
  const bars = rows.map(toBar);
  return (host) => {
    const bar = {
      upColor: up,
      upBorderColor: up,
      upWickColor: up,
      downColor: down,
      downBorderColor: down,
      downWickColor: down,
    };
    const text = { color: ink, size: 11 };
    const chart = init(host, {
      styles: {
        candle: {
          bar,
          tooltip: { showRule: 'follow_cross' },
          priceMark: { high: { show: false }, low: { show: false } },
        },
        grid: { horizontal: { color: hairline }, vertical: { color: hairline } },
        xAxis: { tickText: text },
        yAxis: { tickText: text },
      },
    });
    if (chart === null) throw new Error('klinecharts made no chart');
    let change: (bar: KLineData) => void = () => {};
    chart.setBarSpace(CANDLE_PX);
    chart.setOffsetRightDistance(GAP_PX);
    chart.setDataLoader({
      getBars: ({ type, callback }) => callback(type === 'init' ? bars : [], false),
      subscribeBar({ callback }) {
        change = callback;
      },
    });
    chart.setSymbol({ ticker: 'EURUSD', pricePrecision: DECIMALS, volumePrecision: 0 });
    chart.setPeriod({ type: 'minute', span: 1 });
    return {
      update: (row) => change(toBar(row)),
      seen() {
        const { realFrom, realTo } = chart.getVisibleRange();
        return { from: realFrom, to: realTo };
      },
    };
  };
});
