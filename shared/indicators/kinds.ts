/*
 * The kinds of indicators: everything that is known of one besides how it is computed (indicator.ts) and drawn
 * (src/chart/tracks.ts). Names, settings, legends and scales follow from it.
 */

/** A part of an indicator's name. `deviations` is a decimal; the others are lengths in candles. */
export type IndicatorField =
  | 'length'
  | 'deviations'
  | 'fast'
  | 'slow'
  | 'signal'
  | 'conversion'
  | 'base'
  | 'leading';

interface Facts {
  /** As traders write it, in every language. */
  readonly short: string;
  /** The parts of a name that follow the kind, in their order. */
  readonly fields: readonly IndicatorField[];
  /** Number of values of a candle. */
  readonly width: number;
  /** Of its values: that of prices, of small differences of prices, or none. */
  readonly unit: 'price' | 'distance' | 'none';
  /** The scale of a pane of its own; without one its lines lie over the candles. */
  readonly pane?: {
    readonly range: readonly [lowest: number, highest: number] | 'around-zero' | 'fitted';
    /** Between these values is the usual. */
    readonly marks?: readonly [upper: number, lower: number];
  };
  /** Begins with each day at 00:00 UTC: the candles of the whole day are needed. */
  readonly isOfDay?: true;
}

const KINDS = {
  sma: { short: 'MA', fields: ['length'], width: 1, unit: 'price' },
  ema: { short: 'EMA', fields: ['length'], width: 1, unit: 'price' },
  bollinger: { short: 'BB', fields: ['length', 'deviations'], width: 3, unit: 'price' },
  vwap: { short: 'VWAP', fields: [], width: 1, unit: 'price', isOfDay: true },
  ichimoku: { short: 'Ichimoku', fields: ['conversion', 'base', 'leading'], width: 4, unit: 'price' },
  rsi: {
    short: 'RSI',
    fields: ['length'],
    width: 1,
    unit: 'none',
    pane: { range: [0, 100], marks: [70, 30] },
  },
  macd: {
    short: 'MACD',
    fields: ['fast', 'slow', 'signal'],
    width: 3,
    unit: 'distance',
    pane: { range: 'around-zero' },
  },
  atr: { short: 'ATR', fields: ['length'], width: 1, unit: 'distance', pane: { range: 'fitted' } },
  stochastic: {
    short: 'Stoch',
    fields: ['length', 'signal'],
    width: 2,
    unit: 'none',
    pane: { range: [0, 100], marks: [80, 20] },
  },
  cci: {
    short: 'CCI',
    fields: ['length'],
    width: 1,
    unit: 'none',
    pane: { range: 'around-zero', marks: [100, -100] },
  },
} as const satisfies Readonly<Record<string, Facts>>;

export type IndicatorKind = keyof typeof KINDS;

/** In the order in which they are offered. */
export const INDICATOR_KINDS = Object.keys(KINDS) as readonly IndicatorKind[];

export const factsOf = (kind: IndicatorKind): Facts => KINDS[kind];

/** The kind that an indicator's name begins with. */
export function kindOf(name: string): IndicatorKind | undefined {
  const [kind] = name.split(':', 1);
  return INDICATOR_KINDS.find((one) => one === kind);
}

/** What to compute, by kind; lengths in candles. Definitions: docs/recordings.md, "Indicators". */
export type SpecOf = {
  readonly [K in IndicatorKind]: { readonly kind: K } & {
    readonly [F in (typeof KINDS)[K]['fields'][number]]: number;
  };
};
export type IndicatorSpec = SpecOf[IndicatorKind];

/** The parts of its name, in their order. */
export const partsOf = (spec: IndicatorSpec): readonly number[] =>
  factsOf(spec.kind).fields.map((field) => (spec as Readonly<Record<string, unknown>>)[field] as number);
