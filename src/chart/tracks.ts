import type { IndicatorSpec } from '../../shared/indicators/spec.ts';
import { MAX_PANES } from '../state/chart-settings.ts';

/** How one indicator is drawn. */
export interface Track {
  readonly spec: IndicatorSpec;
  /** Index of its first column of values, and their number. */
  readonly first: number;
  readonly width: number;
  /** Index of its pane; undefined for lines over the candles. */
  readonly pane: number | undefined;
  /** Index of the first of its colours. */
  readonly colour: number;
}

/** Number of columns of values of all indicators. */
export const widthOf = (specs: readonly IndicatorSpec[]): number =>
  specs.reduce((sum, spec) => sum + columnsOf(spec), 0);

const columnsOf = ({ kind }: IndicatorSpec): number => (kind === 'bollinger' || kind === 'macd' ? 3 : 1);

/** Colours of the indicators that always have the same; the others take one after the other. */
const OWN_COLOUR: Readonly<Record<string, number>> = { bollinger: 2, rsi: 1, macd: 0, atr: 2 };

/** The indicators with their columns, panes and colours. */
export function tracksOf(specs: readonly IndicatorSpec[]): readonly Track[] {
  let [first, pane, colour] = [0, 0, 0];
  return specs.flatMap((spec): Track[] => {
    const { kind } = spec;
    const width = columnsOf(spec);
    const track = {
      spec,
      first,
      width,
      pane: isOver(spec) ? undefined : pane++,
      colour: OWN_COLOUR[kind] ?? colour++,
    };
    first += width;
    return (track.pane ?? 0) < MAX_PANES ? [track] : [];
  });
}

/** Whether its lines are drawn over the candles, instead of in a pane. */
const isOver = ({ kind }: IndicatorSpec): boolean => kind !== 'rsi' && kind !== 'macd' && kind !== 'atr';

/** A pane's part of the chart's height. */
export const paneShare = (count: number): number => (count > 1 ? 0.17 : 0.22);

/** As traders write it, in every language: `MA 20`. */
export function shortName(spec: IndicatorSpec): string {
  switch (spec.kind) {
    case 'sma':
      return `MA ${spec.length}`;
    case 'bollinger':
      return `BB ${spec.length} ${spec.deviations}`;
    case 'macd':
      return `MACD ${spec.fast} ${spec.slow} ${spec.signal}`;
    case 'vwap':
      return 'VWAP';
    default:
      return `${spec.kind.toUpperCase()} ${spec.length}`;
  }
}
