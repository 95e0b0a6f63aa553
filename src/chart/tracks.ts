import { factsOf, type IndicatorKind, type IndicatorSpec, partsOf } from '../../shared/indicators/kinds.ts';
import { MAX_PANES } from '../state/chart-settings.ts';

/** How a kind is drawn, and what adding one begins with. */
interface Look {
  /** Indices of its lines' colours, one for each; without them all have the next free one. */
  readonly colours?: readonly number[];
  /** Its last value is a column of a histogram instead of a line. */
  readonly hasHistogram?: true;
  /**
   * Its last two values are drawn so many candles later, with a cloud between them, and the closes as much earlier, as a line
   * of the last colour.
   */
  readonly displacedBy?: 'base';
  /** The first one that is not there yet is added. */
  readonly starts: readonly string[];
}

/** After three colours they begin again, with dashes. */
export const LOOKS: Readonly<Record<IndicatorKind, Look>> = {
  sma: { starts: ['sma:20', 'sma:50', 'sma:200', 'sma:100', 'sma:10'] },
  ema: { starts: ['ema:20', 'ema:50', 'ema:200', 'ema:100', 'ema:9'] },
  bollinger: {
    colours: [2, 2, 2],
    starts: ['bollinger:20:2', 'bollinger:20:1', 'bollinger:50:2', 'bollinger:20:3', 'bollinger:10:2'],
  },
  vwap: { starts: ['vwap'] },
  ichimoku: { colours: [0, 1, 3, 4, 2], displacedBy: 'base', starts: ['ichimoku:9:26:52'] },
  rsi: { colours: [1], starts: ['rsi:14', 'rsi:7'] },
  macd: { colours: [0, 1], hasHistogram: true, starts: ['macd:12:26:9', 'macd:5:35:5'] },
  atr: { colours: [2], starts: ['atr:14', 'atr:7'] },
  stochastic: { colours: [0, 1], starts: ['stochastic:14:3', 'stochastic:5:3'] },
  cci: { colours: [2], starts: ['cci:20', 'cci:50'] },
};

/** One line of an indicator. */
export interface TrackLine {
  /** Index of its column of values; undefined: the candles' closes. */
  readonly column: number | undefined;
  readonly colour: number;
  /** Number of candles by which it is drawn later than it was computed; negative: earlier. */
  readonly shift: number;
}

/** How one indicator is drawn. */
export interface Track {
  readonly spec: IndicatorSpec;
  readonly facts: ReturnType<typeof factsOf>;
  /** Index of its first column of values. */
  readonly first: number;
  readonly lines: readonly TrackLine[];
  /** Index of the column of its histogram. */
  readonly histogram: number | undefined;
  /** The lines with a cloud between them. */
  readonly cloud: readonly [TrackLine, TrackLine] | undefined;
  /** Index of its pane; undefined for lines over the candles. */
  readonly pane: number | undefined;
}

/** Number of columns of values of all indicators. */
export const widthOf = (specs: readonly IndicatorSpec[]): number =>
  specs.reduce((sum, { kind }) => sum + factsOf(kind).width, 0);

/** The indicators with their columns, panes and colours. */
export function tracksOf(specs: readonly IndicatorSpec[]): readonly Track[] {
  let [first, pane, colour] = [0, 0, 0];
  return specs.flatMap((spec): Track[] => {
    const facts = factsOf(spec.kind);
    const { colours, hasHistogram, displacedBy } = LOOKS[spec.kind];
    const own = colours === undefined ? colour++ : 0;
    const colourOf = (nth: number): number => colours?.[nth] ?? own;
    const by = displacedBy !== undefined && displacedBy in spec ? spec[displacedBy] : 0;
    const count = facts.width - (hasHistogram ? 1 : 0);
    const from = first;
    const lines = Array.from({ length: count }, (_, i): TrackLine => {
      return { column: from + i, colour: colourOf(i), shift: i < count - 2 ? 0 : by };
    });
    const [a, b] = by === 0 ? [] : lines.slice(-2);
    first += facts.width;
    const track: Track = {
      spec,
      facts,
      first: from,
      lines: by === 0 ? lines : [...lines, { column: undefined, colour: colourOf(count), shift: -by }],
      histogram: hasHistogram && from + count,
      cloud: a && b && [a, b],
      pane: facts.pane && pane++,
    };
    return (track.pane ?? 0) < MAX_PANES ? [track] : [];
  });
}

/** A pane's part of the chart's height. */
export const paneShare = (count: number): number => (count > 1 ? 0.17 : 0.22);

/** As traders write it, in every language: `MA 20`. */
export const shortName = (spec: IndicatorSpec): string =>
  [factsOf(spec.kind).short, ...partsOf(spec)].join(' ');
