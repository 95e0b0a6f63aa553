import type { CandleRow } from '../../shared/domain/candle.ts';
import { factsOf, INDICATOR_KINDS } from '../../shared/indicators/kinds.ts';

/** Names of every kind, with lengths of 1, short ones and some above twenty. */
export const NAMES_OF_EVERY_KIND: readonly string[] = INDICATOR_KINDS.flatMap((kind) => [
  ...new Set(
    [
      [1, 1, 1],
      [3, 2, 4],
      [21, 3, 9],
    ].map((parts) => [kind, ...parts.slice(0, factsOf(kind).fields.length)].join(':')),
  ),
]);

/** The definitions of docs/recordings.md, "Indicators", word by word, computed from the start for every candle. */
type Values = readonly (number | undefined)[];

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const closes = (rows: readonly CandleRow[]) => rows.map((row) => row[4]);

function seeded(values: readonly number[], length: number, alpha: number): Values {
  const all: (number | undefined)[] = [];
  for (const [at, value] of values.entries()) {
    const before = all.at(-1);
    if (at + 1 < length) all.push(undefined);
    else if (before === undefined) all.push(mean(values.slice(0, length)));
    else all.push(alpha * value + (1 - alpha) * before);
  }
  return all;
}

const ema = (values: readonly number[], length: number) => seeded(values, length, 2 / (length + 1));
const wilder = (values: readonly number[], length: number) => seeded(values, length, 1 / length);

/** The last `length` values before and with `at`; undefined if there are fewer. */
const windowOf = <T>(values: readonly T[], at: number, length: number) =>
  at + 1 < length ? undefined : values.slice(at + 1 - length, at + 1);

/** Lowest low and highest high of such a window. */
function reachOf(rows: readonly CandleRow[], at: number, length: number) {
  const window = windowOf(rows, at, length);
  if (window === undefined) return undefined;
  const [lows, highs] = [window.map(([, , , low]) => low), window.map(([, , high]) => high)];
  return { lowest: Math.min(...lows), highest: Math.max(...highs) };
}

function bollinger(values: readonly number[], length: number, k: number): readonly Values[] {
  return values.map((_, at) => {
    const window = windowOf(values, at, length);
    if (window === undefined) return [undefined, undefined, undefined];
    const middle = mean(window);
    const deviation = Math.sqrt(mean(window.map((one) => (one - middle) ** 2)));
    return [middle - k * deviation, middle, middle + k * deviation];
  });
}

function rsi(values: readonly number[], length: number): Values {
  const changes = values.slice(1).map((value, at) => value - (values[at] ?? 0));
  const gains = wilder(
    changes.map((one) => Math.max(one, 0)),
    length,
  );
  const losses = wilder(
    changes.map((one) => Math.max(-one, 0)),
    length,
  );
  return [
    undefined,
    ...gains.map((gain, at) => {
      const loss = losses[at];
      if (gain === undefined || loss === undefined) return undefined;
      if (loss === 0) return gain === 0 ? 50 : 100;
      return 100 - 100 / (1 + gain / loss);
    }),
  ];
}

function macd(values: readonly number[], a: number, b: number, s: number): readonly Values[] {
  const [fast, slow] = [ema(values, a), ema(values, b)];
  const line = values.map((_, at) => {
    const [one, other] = [fast[at], slow[at]];
    return one === undefined || other === undefined ? undefined : one - other;
  });
  const first = Math.max(a, b) - 1;
  const signal = ema(
    line.filter((one) => one !== undefined),
    s,
  );
  return line.map((one, at) => {
    const smoothed = at < first ? undefined : signal[at - first];
    return [one, smoothed, one === undefined || smoothed === undefined ? undefined : one - smoothed];
  });
}

function atr(rows: readonly CandleRow[], length: number): Values {
  const ranges = rows.map(([, , high, low], at) => {
    const before = rows[at - 1]?.[4];
    if (before === undefined) return high - low;
    return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
  });
  return wilder(ranges, length);
}

const vwap = (rows: readonly CandleRow[]): Values =>
  rows.map((row, at) => {
    const day = rows
      .slice(0, at + 1)
      .filter(([time]) => Math.floor(time / 86_400) === Math.floor(row[0] / 86_400));
    const volume = day.reduce((sum, one) => sum + one[5], 0);
    const money = day.reduce((sum, [, , high, low, close, of]) => sum + ((high + low + close) / 3) * of, 0);
    return volume === 0 ? undefined : money / volume;
  });

function stochastic(rows: readonly CandleRow[], length: number, signal: number): readonly Values[] {
  const values = rows.map((row, at) => {
    const reach = reachOf(rows, at, length);
    if (reach === undefined) return undefined;
    const { lowest, highest } = reach;
    return highest === lowest ? 50 : ((row[4] - lowest) / (highest - lowest)) * 100;
  });
  return values.map((value, at) => {
    const known = values.slice(Math.max(0, at + 1 - signal), at + 1).filter((one) => one !== undefined);
    return [value, known.length < signal ? undefined : mean(known)];
  });
}

/** With sums of high, low and close, of which the typical price is a third: the third drops out. */
const cci = (rows: readonly CandleRow[], length: number): Values =>
  rows.map(([, , high, low, close], at) => {
    const window = windowOf(
      rows.map((row) => row[2] + row[3] + row[4] - (high + low + close)),
      at,
      length,
    );
    if (window === undefined) return undefined;
    const average = mean(window);
    const deviation = mean(window.map((one) => Math.abs(one - average)));
    return deviation === 0 ? 0 : (0 - average) / (0.015 * deviation);
  });

function ichimoku(rows: readonly CandleRow[], a: number, b: number, c: number): readonly Values[] {
  return rows.map((_, at) => {
    const [conversion, base, leading] = [a, b, c].map((length) => {
      const reach = reachOf(rows, at, length);
      return reach && (reach.highest + reach.lowest) / 2;
    });
    const between = conversion === undefined || base === undefined ? undefined : (conversion + base) / 2;
    return [conversion, base, between, leading];
  });
}

/** The values of each candle; undefined before the first. @param spec e.g. `macd:12:26:9` */
export function referenceOf(spec: string, rows: readonly CandleRow[]): readonly Values[] {
  const [kind, ...parts] = spec.split(':');
  const [a = 0, b = 0, c = 0] = parts.map(Number);
  const values = closes(rows);
  const single = (all: Values) => all.map((one) => [one]);
  switch (kind) {
    case 'sma':
      return values.map((_, at) => {
        const window = windowOf(values, at, a);
        return [window && mean(window)];
      });
    case 'ema':
      return single(ema(values, a));
    case 'bollinger':
      return bollinger(values, a, b);
    case 'rsi':
      return single(rsi(values, a));
    case 'macd':
      return macd(values, a, b, c);
    case 'atr':
      return single(atr(rows, a));
    case 'vwap':
      return single(vwap(rows));
    case 'stochastic':
      return stochastic(rows, a, b);
    case 'cci':
      return single(cci(rows, a));
    case 'ichimoku':
      return ichimoku(rows, a, b, c);
    default:
      throw new Error(`no definition of ${kind}`);
  }
}

/** Equal to 1e-9 relative; beside zero, to 1e-13 of the prices, which is what their own digits allow. */
export const isClose = (value: number, wanted: number, price: number): boolean =>
  Math.abs(value - wanted) <= Math.max(1e-9 * Math.abs(wanted), 1e-13 * price);
