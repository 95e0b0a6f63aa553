import type { ReadonlySignal } from '@preact/signals-react';
import { useCallback, useMemo } from 'react';
import { price } from '../../shared/domain/price.ts';
import type { IndicatorSpec } from '../../shared/indicators/kinds.ts';
import { SigText } from '../components/SigText.tsx';
import { formatPrice, formatScaled, UNKNOWN } from '../format/number.ts';
import type { Reading } from './chart-model.ts';
import styles from './IndicatorLegend.module.css';
import { paneShare, shortName, type Track, tracksOf } from './tracks.ts';

interface IndicatorLegendProps {
  readonly specs: readonly IndicatorSpec[];
  readonly precision: number;
  readonly reading: ReadonlySignal<Reading>;
}

/** Names, colours and values of the indicators: at the top for lines over the candles, else in their panes. */
export function IndicatorLegend({ specs, precision, reading }: IndicatorLegendProps) {
  const tracks = useMemo(() => tracksOf(specs), [specs]);
  const panes = tracks.filter(({ pane }) => pane !== undefined).length;
  const item = (track: Track) => (
    <IndicatorValue key={track.first} track={track} precision={precision} reading={reading} />
  );
  return (
    <>
      <div className={styles.over}>{tracks.filter(({ pane }) => pane === undefined).map(item)}</div>
      {tracks.flatMap((track) =>
        track.pane === undefined ? (
          []
        ) : (
          <div
            key={track.first}
            className={styles.pane}
            style={{
              insetBlockEnd: `calc(var(--time-axis) + ${100 * paneShare(panes) * (panes - track.pane)}%)`,
            }}
          >
            {item(track)}
          </div>
        ),
      )}
    </>
  );
}

interface IndicatorValueProps extends Pick<IndicatorLegendProps, 'precision' | 'reading'> {
  readonly track: Track;
}

function IndicatorValue({ track, precision, reading }: IndicatorValueProps) {
  const { spec, lines, facts } = track;
  // A histogram is what two lines differ by; a line that is drawn at another candle has no value at this one.
  const columns = useMemo(
    () => lines.flatMap(({ column, shift }) => (column === undefined || shift !== 0 ? [] : [column])),
    [lines],
  );
  const values = useCallback(
    () => columns.map((column) => valueText(facts.unit, reading.value.values[column], precision)).join(' '),
    [reading, facts, columns, precision],
  );
  return (
    <span className={styles.item}>
      <span style={{ color: `var(--series-${((lines[0]?.colour ?? 0) % 3) + 1})` }}>{shortName(spec)}</span>
      <SigText text={values} />
    </span>
  );
}

function valueText(unit: Track['facts']['unit'], value: number | undefined, precision: number): string {
  if (value === undefined || Number.isNaN(value)) return UNKNOWN;
  if (unit === 'none') return formatScaled(Math.round(value * 10), 1);
  // Differences of prices are small: they have one decimal more.
  if (unit === 'distance') return formatPrice(price(Math.round(value * 10)), precision + 1);
  return formatPrice(price(Math.round(value)), precision);
}
