/* How many bytes each day of this device has taken: a few numbers in one text. */

/** A day of the device's calendar, such as `2026-11-29`. */
export interface DataDay {
  readonly day: string;
  readonly bytes: number;
}

const MOST_DAYS = 30;

/** Latest first. What cannot be read is left out. */
export function parseDays(text: string | null): readonly DataDay[] {
  return (text ?? '')
    .split(',')
    .flatMap((part) => {
      const [, day, bytes] = /^(\d{4}-\d{2}-\d{2}) (\d{1,15})$/.exec(part) ?? [];
      return day === undefined ? [] : [{ day, bytes: Number(bytes) }];
    })
    .sort((a, b) => (a.day < b.day ? 1 : -1))
    .slice(0, MOST_DAYS);
}

/** The text with so many bytes more on a day. */
export function withBytes(text: string | null, day: string, bytes: number): string {
  const days = parseDays(text);
  const others = days.filter((one) => one.day !== day).map((one) => `${one.day} ${one.bytes}`);
  return parseDays([...others, `${day} ${bytesOn(days, day) + Math.round(bytes)}`].join())
    .map((one) => `${one.day} ${one.bytes}`)
    .join();
}

export const bytesOn = (days: readonly DataDay[], day: string): number =>
  days.find((one) => one.day === day)?.bytes ?? 0;

/** The day of a moment by the device's calendar, and the seconds that are left of it. */
export function dayAt(ms: number): { readonly day: string; readonly secondsLeft: number } {
  const at = new Date(ms);
  const [year, month, date] = [at.getFullYear(), at.getMonth(), at.getDate()];
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    day: `${year}-${two(month + 1)}-${two(date)}`,
    secondsLeft: Math.ceil((new Date(year, month, date + 1).getTime() - ms) / 1_000),
  };
}
