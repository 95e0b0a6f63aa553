/** Start of the candle of `seconds` that holds `time`, by the calendar: weeks start on Monday, 00:00 UTC. */
export function candleStart(time: number, seconds: number): number {
  if (seconds !== 7 * 86_400) return time - (time % seconds);
  const date = new Date(time * 1_000);
  const sinceMonday = (date.getUTCDay() + 6) % 7;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() - sinceMonday) / 1_000;
}

/** A Monday, 00:00 UTC: every period begins a candle. */
export const MONDAY_S = Date.UTC(2023, 10, 13) / 1_000;
