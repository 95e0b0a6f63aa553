import { type CandleRow, createCandles, putCandle } from '../../../shared/domain/candle.ts';
import type { IndicatorSeries } from '../../../shared/indicators/indicator-series.ts';
import type { IndicatorSpec } from '../../../shared/indicators/kinds.ts';
import { createNamedSeries } from '../../../shared/indicators/named-series.ts';
import { parseIndicator } from '../../../shared/indicators/spec.ts';
import styles from '../../../src/chart/CandleChart.module.css';
import { createLiveChart } from '../../../src/chart/live-chart.ts';
import { createStudies } from '../../../src/chart/studies.ts';
import { pageClock } from '../../../src/link/page-clock.ts';
import { DECIMALS } from '../bench-chart.ts';
import { offerChart } from '../bench-page.ts';

/** Names of the indicators over the candles, from the address. */
const names = new URLSearchParams(location.search).getAll('indicator');

/**
 * The product's chart, created as its screen creates it. Candles come in columns, as from the worker. The worker's work
 * for the indicators is here, too: of all candles beforehand, of a change when it comes.
 */
offerChart((rows) => {
  const columns = columnsOf(rows);
  const candles = createCandles(rows.length);
  for (const row of rows) putCandle(candles, row);
  const series = seriesOf(names);
  const values = series.reset(candles);
  const indicators = names.map(parsed);
  return (host) => {
    host.classList.add(styles.host ?? '');
    const chart = createLiveChart(host, {
      clock: pageClock,
      onStatus: () => {},
      onCross: () => {},
      onPin: () => {},
      onAct: () => {},
      onNewest: () => {},
      onAway: () => {},
      onRange: () => {},
      loadOlder: async () => false,
    });
    if (names.length > 0) chart.set({ studies: createStudies() });
    chart.show({ period: '1min', precision: DECIMALS, clear: true, indicators });
    chart.apply({ kind: 'reset', length: rows.length, columns, values, complete: true });
    return {
      update(row) {
        putCandle(candles, row);
        chart.apply({ kind: 'put', row, values: [...series.update(candles)] });
      },
      seen() {
        const { end, span } = chart.view();
        return { from: end - span, to: end };
      },
    };
  };
});

function seriesOf(all: readonly string[]): IndicatorSeries {
  const made = createNamedSeries(all);
  if (!made.ok) throw new Error(made.error);
  return made.value;
}

function parsed(name: string): IndicatorSpec {
  const spec = parseIndicator(name);
  if (!spec.ok) throw new Error(spec.error);
  return spec.value;
}

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
