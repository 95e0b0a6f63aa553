import type { CandleRow } from '../../../shared/domain/candle.ts';
import styles from '../../../src/chart/CandleChart.module.css';
import { createLiveChart } from '../../../src/chart/live-chart.ts';
import { pageClock } from '../../../src/link/page-clock.ts';
import { offerChart } from '../bench-page.ts';
import { DECIMALS } from '../contract.ts';

/** The product's chart, created as its screen creates it. Candles come in columns, as from the worker. */
offerChart((rows) => {
  const columns = columnsOf(rows);
  return (host) => {
    host.classList.add(styles.host ?? '');
    const chart = createLiveChart(host, {
      clock: pageClock,
      onStatus: () => {},
      onCross: () => {},
      onNewest: () => {},
      onAway: () => {},
      onRange: () => {},
      loadOlder: async () => false,
    });
    chart.show({ period: '1min', precision: DECIMALS, clear: true });
    chart.apply({ kind: 'reset', length: rows.length, columns, values: new Float64Array(), complete: true });
    return {
      update: (row) => chart.apply({ kind: 'put', values: [], row }),
      seen() {
        const { end, span } = chart.view();
        return { from: end - span, to: end };
      },
    };
  };
});

/** [time | open | high | low | close | volume], each column as long as `rows`. */
function columnsOf(rows: readonly CandleRow[]): Float64Array {
  const columns = new Float64Array(rows.length * 6);
  rows.forEach((row, at) => {
    row.forEach((value, column) => {
      columns[column * rows.length + at] = value;
    });
  });
  return columns;
}
