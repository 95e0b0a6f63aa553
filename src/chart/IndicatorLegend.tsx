import type { ReadonlySignal } from '@preact/signals-react';
import { useCallback, useMemo } from 'react';
import { price } from '../../shared/domain/price.ts';
import type { IndicatorSpec } from '../../shared/indicators/spec.ts';
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
  const { spec, first, colour } = track;
  // The histogram is what the other two differ by.
  const width = spec.kind === 'macd' ? 2 : track.width;
  const values = useCallback(
    () =>
      Array.from({ length: width }, (_, i) =>
        valueText(spec, reading.value.values[first + i], precision),
      ).join('  '),
    [reading, spec, first, width, precision],
  );
  return (
    <span className={styles.item}>
      <span style={{ color: `var(--series-${(colour % 3) + 1})` }}>{shortName(spec)}</span>
      <SigText text={values} />
    </span>
  );
}

function valueText({ kind }: IndicatorSpec, value: number | undefined, precision: number): string {
  if (value === undefined || Number.isNaN(value)) return UNKNOWN;
  if (kind === 'rsi') return formatScaled(Math.round(value * 10), 1);
  // Differences of prices are small: they have one decimal more.
  if (kind === 'macd' || kind === 'atr') return formatPrice(price(Math.round(value * 10)), precision + 1);
  return formatPrice(price(Math.round(value)), precision);
}
