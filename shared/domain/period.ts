import type { TimestampS } from './time.ts';

/** The wire's names of the candle periods; specification, section 9. */
export const WIRE_PERIODS = ['1min', '5min', '15min', '30min', '60min', '1day'] as const;
export type WirePeriod = (typeof WIRE_PERIODS)[number];

/** The periods of a chart. Those that are not on the wire are folded from one that is. */
export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '240min', '1day', '1week'] as const;
export type Period = (typeof PERIODS)[number];

const WEEK_S = 604_800;
const SECONDS = {
  '1min': 60,
  '5min': 300,
  '15min': 900,
  '30min': 1_800,
  '60min': 3_600,
  '240min': 14_400,
  '1day': 86_400,
  '1week': WEEK_S,
} as const;

export const periodSeconds = (period: Period): number => SECONDS[period];
export const isWirePeriod = (text: unknown): text is WirePeriod =>
  WIRE_PERIODS.some((period) => period === text);
/** The period whose candles the server is asked for, and the chart's are folded from. */
export const wirePeriod = (period: Period): WirePeriod =>
  period === '240min' ? '60min' : period === '1week' ? '1day' : period;

/** Monday, 5 January 1970. */
const FIRST_WEEK_S = 345_600;

/**
 * Start of the candle that holds `time` (epoch seconds, UTC). Days start at 00:00 UTC, four hours at 00:00, 04:00 and so
 * on; weeks on Monday, as in ISO 8601: the hours of a Sunday evening, when markets open, belong to the week that ends.
 */
export function bucketStart(time: number, seconds: number): TimestampS {
  const first = seconds === WEEK_S ? FIRST_WEEK_S : 0;
  return (Math.floor((time - first) / seconds) * seconds + first) as TimestampS;
}
