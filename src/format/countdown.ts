const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Time left as `HH:MM:SS`; from one day on as days, hours and minutes. */
export function countdownText(leftMs: number, withDays: (days: number, time: string) => string): string {
  const left = Math.max(0, Math.ceil(leftMs / 1000));
  const days = Math.floor(left / DAY_S);
  const time = [
    Math.floor((left % DAY_S) / HOUR_S),
    Math.floor((left % HOUR_S) / MINUTE_S),
    left % MINUTE_S,
  ].map((part) => String(part).padStart(2, '0'));
  return days === 0 ? time.join(':') : withDays(days, time.slice(0, 2).join(':'));
}
