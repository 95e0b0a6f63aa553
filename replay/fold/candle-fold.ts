import {
  type CandleRow,
  type Candles,
  candleIndex,
  candleRow,
  createCandles,
  foldBucket,
  foldCandles,
  putCandle,
  putLatest,
} from '../../shared/domain/candle.ts';
import { periodSeconds, WIRE_PERIODS, type WirePeriod } from '../../shared/domain/period.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { sumOfVolumes } from '../format/exact-volume.ts';

/** The candles of a recording, in decimals as on the wire: minutes from KLINE frames, history from HTTP answers. */
export interface CandleFold {
  /** Takes the current state of a minute. @returns false for an earlier state of it */
  putMinute(code: string, row: CandleRow): boolean;
  /** Takes the server's candles of a period of an instrument. */
  putHistory(id: number, period: WirePeriod, rows: readonly CandleRow[]): void;
  /** The candle of a period around a time, folded from live minutes. */
  liveCandle(code: string, period: WirePeriod, timeS: number): CandleRow | undefined;
  history(id: number, period: WirePeriod): readonly CandleRow[];
  /** All live minutes, by code. */
  liveMinutes(): Iterable<readonly [code: string, rows: readonly CandleRow[]]>;
  /** The history of every instrument and period. */
  histories(): Iterable<readonly [id: number, period: WirePeriod, rows: readonly CandleRow[]]>;
  /** Live minutes and history of one period together. */
  period(code: string, id: number, period: WirePeriod): readonly CandleRow[];
  /** All six periods of every code that had a live candle. */
  view(
    idOf: ReadonlyMap<string, number>,
  ): Readonly<Record<string, Readonly<Record<WirePeriod, readonly CandleRow[]>>>>;
}

export function createCandleFold(): CandleFold {
  const minutes = new Map<string, Candles>();
  const histories = new Map<number, Map<WirePeriod, Candles>>();
  const historyOf = (id: number | undefined, period: WirePeriod) =>
    id === undefined ? undefined : histories.get(id)?.get(period);
  const heldHistory = (id: number, period: WirePeriod) =>
    held(
      getOrCreate(histories, id, () => new Map<WirePeriod, Candles>()),
      period,
    );

  /** @param whole all minutes, including those of the history */
  function ofPeriod(whole: Candles, id: number | undefined, period: WirePeriod): Candles {
    return merged(foldedTo(period, whole), historyOf(id, period));
  }

  return {
    putMinute: (code, row) => putLatest(held(minutes, code), row),
    putHistory(id, period, rows) {
      const history = heldHistory(id, period);
      for (const row of rows) putLatest(history, row);
    },
    liveCandle(code, period, timeS) {
      const live = minutes.get(code);
      const row = live && foldBucket(live, timeS, periodSeconds(period));
      return row && [row[0], row[1], row[2], row[3], row[4], volumeOf(live, row[0], period)];
    },
    history: (id, period) => rowsOf(heldHistory(id, period)),
    liveMinutes: () => [...minutes].map(([code, candles]) => [code, rowsOf(candles)] as const),
    histories: () =>
      [...histories].flatMap(([id, periods]) =>
        [...periods].map(([period, candles]) => [id, period, rowsOf(candles)] as const),
      ),
    period(code, id, period) {
      const whole = merged(minutes.get(code) ?? createCandles(1), historyOf(id, '1min'));
      return rowsOf(ofPeriod(whole, id, period));
    },
    view(idOf) {
      const all: Record<string, Record<WirePeriod, readonly CandleRow[]>> = {};
      for (const [code, live] of minutes) {
        const id = idOf.get(code);
        const whole = merged(live, historyOf(id, '1min'));
        const periods = WIRE_PERIODS.map((period) => [period, rowsOf(ofPeriod(whole, id, period))] as const);
        all[code] = Object.fromEntries(periods) as Record<WirePeriod, readonly CandleRow[]>;
      }
      return all;
    },
  };
}

const held = <K>(all: Map<K, Candles>, key: K): Candles => getOrCreate(all, key, () => createCandles(16));

function foldedTo(period: WirePeriod, minutes: Candles): Candles {
  if (period === '1min') return minutes;
  const folded = foldCandles(minutes, periodSeconds(period));
  for (let at = 0; at < folded.length; at++)
    folded.volume[at] = volumeOf(minutes, folded.time[at] ?? 0, period);
  return folded;
}

function volumeOf(minutes: Candles, startS: number, period: WirePeriod): number {
  const from = candleIndex(minutes, startS).at;
  const to = candleIndex(minutes, startS + periodSeconds(period)).at;
  return sumOfVolumes(minutes.volume.subarray(from, to));
}

/** The folded candles, completed by the history. */
function merged(own: Candles, history: Candles | undefined): Candles {
  if (history === undefined) return own;
  const both = createCandles(own.length + history.length);
  for (let at = 0; at < history.length; at++) putCandle(both, candleRow(history, at));
  for (let at = 0; at < own.length; at++) putLatest(both, candleRow(own, at));
  return both;
}

const rowsOf = (candles: Candles): readonly CandleRow[] =>
  Array.from({ length: candles.length }, (_, at) => candleRow(candles, at));
