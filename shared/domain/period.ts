import type { TimestampS } from './time.ts';

/** The wire's names of the candle periods; specification, section 9. */
export const PERIODS = ['1min', '5min', '15min', '30min', '60min', '1day'] as const;
export type Period = (typeof PERIODS)[number];

const SECONDS = {
  '1min': 60,
  '5min': 300,
  '15min': 900,
  '30min': 1_800,
  '60min': 3_600,
  '1day': 86_400,
} as const;

export const periodSeconds = (period: Period): number => SECONDS[period];
export const isPeriod = (text: unknown): text is Period => PERIODS.some((period) => period === text);

/** Start of the candle that holds `time` (epoch seconds, UTC): days start at 00:00 UTC. */
export const bucketStart = (time: number, seconds: number): TimestampS =>
  (Math.floor(time / seconds) * seconds) as TimestampS;
