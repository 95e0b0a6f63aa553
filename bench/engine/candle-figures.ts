import { type CandleRow, candleRow, foldCandles } from '../../shared/domain/candle.ts';
import { addTick, createMinuteBuilder, minutesOf } from '../../shared/domain/minute-builder.ts';
import { periodSeconds, WIRE_PERIODS, type WirePeriod } from '../../shared/domain/period.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { besides } from '../figures/figure.ts';
import { type Comparison, compare } from '../figures/method.ts';
import type { Planned } from '../figures/planned.ts';
import { seeded } from '../figures/seeded.ts';
import { cpuOf, pick, type Rounds } from './compared-calls.ts';

/** A library that makes candles. */
export interface CandlePeer {
  readonly name: string;
  /** Takes ticks in the library's own format, converted beforehand. @returns candles by a period */
  prepare(
    timesMs: readonly number[],
    prices: readonly number[],
  ): (period: CandlePeriod) => readonly CandleRow[];
}

type CandlePeriod = (typeof ELSEWHERE)[WirePeriod];

const TICKS = 20_000;
const DAY_MS = 86_400_000;
const START_MS = 1_700_000_000_000;

/** Names of the periods in other libraries. */
const ELSEWHERE = {
  '1min': '1m',
  '5min': '5m',
  '15min': '15m',
  '30min': '30m',
  '60min': '1h',
  '1day': '1d',
} as const satisfies Readonly<Record<WirePeriod, string>>;

/**
 * Builds candles of all six periods from a day of one instrument's ticks, as the exchange does: minutes tick by tick,
 * longer periods from minutes. Compared with JSON.parse of each tick's frame and with a library that gives equal
 * candles. µs a tick.
 */
export function candleFigures(peers: readonly CandlePeer[], rounds: Rounds): readonly Planned[] {
  const { timesMs, prices } = walk();
  const others = peers.map(({ name, prepare }) => ({ name, candles: prepare(timesMs, prices) }));
  const folded = () => allPeriods(timesMs, prices);
  for (const { name, candles } of others) checkSame(name, folded(), candles);
  const frames = timesMs
    .slice(0, 1_000)
    .map(
      (time, i) =>
        `{"topic":"DAY_MARKET","seq":${i},"ts":${time},"data":[[17,${prices[i]},${prices[0]},1,${time}]]}`,
    );
  const perTick = (run: () => unknown) => () => cpuOf(run) / TICKS;
  let made: Promise<Comparison> | undefined;
  const compared = () => {
    made ??= compare(
      [
        { name: 'product', run: perTick(folded) },
        { name: 'JSON.parse', run: () => cpuOf((call) => JSON.parse(pick(frames, call))) },
        ...others.map(({ name, candles }) => ({
          name,
          run: perTick(() => WIRE_PERIODS.map((period) => candles(ELSEWHERE[period]))),
        })),
      ],
      rounds.counted,
      rounds.warmUps,
    );
    return made;
  };
  const what = `candles of ${WIRE_PERIODS.length} periods per tick`;
  return [
    {
      name: `${what} vs JSON.parse of the tick`,
      row: 'P6',
      unit: 'µs',
      measure: async () => besides(await compared(), 'JSON.parse', 'JSON.parse of a frame of one row'),
      goal: budgets.engine.candlesToJsonParse,
      details: { 'ticks per day': TICKS },
    },
    ...others.map(({ name }) => ({
      name: `${what} vs ${name}`,
      row: 'P6' as const,
      unit: 'µs',
      measure: async () => besides(await compared(), name, name),
      goal: budgets.engine.candlesToCcxt,
    })),
  ];
}

function walk(): { readonly timesMs: readonly number[]; readonly prices: readonly number[] } {
  const random = seeded(5);
  let points = 110_000;
  const timesMs = Array.from({ length: TICKS }, (_, i) => START_MS + Math.floor((i * DAY_MS) / TICKS));
  const prices = timesMs.map(() => {
    points += Math.round((random() - 0.5) * 20);
    return points;
  });
  return { timesMs, prices };
}

function allPeriods(
  timesMs: readonly number[],
  prices: readonly number[],
): readonly (readonly CandleRow[])[] {
  const builder = createMinuteBuilder();
  for (let i = 0; i < timesMs.length; i++) addTick(builder, timesMs[i] ?? 0, prices[i] ?? 0);
  return WIRE_PERIODS.map((period) => {
    const candles =
      period === '1min' ? minutesOf(builder) : foldCandles(minutesOf(builder), periodSeconds(period));
    const rows: CandleRow[] = [];
    for (let at = 0; at < candles.length; at++) rows.push(candleRow(candles, at));
    return rows;
  });
}

function checkSame(
  name: string,
  ours: readonly (readonly CandleRow[])[],
  theirs: (period: CandlePeriod) => readonly CandleRow[],
): void {
  WIRE_PERIODS.forEach((period, i) => {
    if (JSON.stringify(theirs(ELSEWHERE[period])) !== JSON.stringify(ours[i]))
      throw new Error(`${name} has other candles of ${period}`);
  });
}
