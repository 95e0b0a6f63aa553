import type { CandleRow } from '../../../shared/domain/candle.ts';
import { isWirePeriod, periodSeconds } from '../../../shared/domain/period.ts';
import { openScripted } from './scripted-engine.ts';

const DECIMALS = 100_000;
const MINUTE_S = 60;

/** The simple reference: candles of a longer period, each from all its minutes. */
export function folded(
  minutes: readonly CandleRow[],
  startOf: (time: number) => number,
): readonly CandleRow[] {
  const buckets = Map.groupBy(minutes, ([time]) => startOf(time));
  return [...buckets].map(([start, rows]) => [
    start,
    rows[0]?.[1] ?? 0,
    Math.max(...rows.map((row) => row[2])),
    Math.min(...rows.map((row) => row[3])),
    rows.at(-1)?.[4] ?? 0,
    rows.reduce((sum, row) => sum + row[5], 0),
  ]);
}

/**
 * An engine, and an exchange with the minutes of one instrument, EURUSD: it answers with candles of these minutes and
 * pushes the current one.
 * @param first the first minutes, in points
 */
export async function openKlineExchange(first: readonly CandleRow[]) {
  const minutes = [...first];
  const answers = { asked: 0 };
  const { env, engine } = await openScripted({
    answer(url) {
      if (!url.pathname.endsWith('/kline')) return undefined;
      answers.asked++;
      const { period, end, limit } = Object.fromEntries(url.searchParams);
      if (!isWirePeriod(period)) throw new Error(`no candles of ${period}`);
      const seconds = periodSeconds(period);
      return folded(minutes, (time) => time - (time % seconds))
        .filter(([time]) => end === undefined || time < Number(end))
        .slice(-Number(limit))
        .map(wireRow);
    },
  });
  let seq = 0;
  const push = (row: CandleRow | undefined) => {
    if (row === undefined) throw new Error('no minute');
    env.socket().say({ topic: 'KLINE.EURUSD', seq: ++seq, ts: 0, data: wireRow(row) });
  };

  return {
    env,
    engine,
    minutes,
    answers,
    /** Answers the first subscription with its snapshot, and waits for the history. */
    async begin(): Promise<void> {
      env.socket().accept();
      push(minutes.at(-1));
      await env.settle();
    },
    /** A tick in the minute that starts `gap` minutes after the newest one; in the newest for 0. */
    tick(gap: number, price: number, isPushed = true): void {
      const last = minutes.at(-1);
      if (last === undefined) throw new Error('no minute');
      if (gap === 0) minutes[minutes.length - 1] = ticked(last, price);
      else minutes.push([last[0] + gap * MINUTE_S, price, price, price, price, 1]);
      if (isPushed) push(minutes.at(-1));
    },
    /** A state of the newest minute, or of a new one. */
    take(row: CandleRow): void {
      if (row[0] === minutes.at(-1)?.[0]) minutes.pop();
      minutes.push(row);
      push(row);
    },
    /** A late tick in the minute before the newest one. */
    lateTick(price: number): void {
      const at = minutes.length - 2;
      const before = minutes[at];
      if (before === undefined) return;
      minutes[at] = ticked(before, price);
      push(minutes[at]);
    },
    /** Loses the connection, misses what `meanwhile` does, and comes back. */
    async reconnect(meanwhile: () => void): Promise<void> {
      env.socket().drop();
      meanwhile();
      const before = env.sockets.length;
      while (env.sockets.length === before) env.advance(250);
      env.socket().accept();
      seq = 0;
      push(minutes.at(-1));
      await env.settle();
    },
  };
}

const ticked = ([time, open, high, low, , volume]: CandleRow, price: number): CandleRow => [
  time,
  open,
  Math.max(high, price),
  Math.min(low, price),
  price,
  volume + 1,
];

const wireRow = ([time, open, high, low, close, volume]: CandleRow) => [
  time,
  open / DECIMALS,
  high / DECIMALS,
  low / DECIMALS,
  close / DECIMALS,
  volume,
];
