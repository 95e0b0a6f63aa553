import type { TradingSessions } from '../../../../shared/contract/hours.ts';
import { clockOffset, startOfDay } from '../../../format/day.ts';

/** What the sessions say about a moment; times in epoch ms. */
export type Hours =
  /** Without a closing: around the clock. */
  | { readonly status: 'open'; readonly closesAt?: number; readonly reopensAt?: number }
  | { readonly status: 'closed'; readonly opensAt?: number }
  | { readonly status: 'unknown' };

export function hoursAt({ to, sessions }: TradingSessions, nowMs: number): Hours {
  if (sessions === undefined || nowMs >= to) return { status: 'unknown' };
  const next = sessions.find(([opens]) => opens > nowMs)?.[0];
  const current = sessions.find(([opens, closes]) => opens <= nowMs && nowMs < closes);
  if (current === undefined)
    return next === undefined ? { status: 'closed' } : { status: 'closed', opensAt: next };
  const [, closesAt] = current;
  // A session that reaches the end of the time covered goes on.
  if (closesAt >= to) return { status: 'open' };
  return next === undefined ? { status: 'open', closesAt } : { status: 'open', closesAt, reopensAt: next };
}

/** A day in the reader's time zone, and the parts of it in which the market is open, in percent of the day. */
export interface TradingDay {
  readonly startMs: number;
  readonly endMs: number;
  readonly open: readonly { readonly from: number; readonly to: number }[];
}

const DAYS = 7;

/** The week from Monday to Sunday that a moment lies in. */
export function weekOf(sessions: readonly (readonly [number, number])[], nowMs: number): TradingDay[] {
  const sinceMonday = (new Date(nowMs + clockOffset(nowMs)).getUTCDay() + 6) % DAYS;
  return Array.from({ length: DAYS }, (_, i) => {
    const startMs = startOfDay(nowMs, i - sinceMonday);
    const endMs = startOfDay(nowMs, i - sinceMonday + 1);
    const share = (ms: number) => shareOf({ startMs, endMs }, Math.min(endMs, Math.max(startMs, ms)));
    return {
      startMs,
      endMs,
      open: sessions
        .filter(([opens, closes]) => opens < endMs && closes > startMs)
        .map(([opens, closes]) => ({ from: share(opens), to: share(closes) })),
    };
  });
}

/** A moment in percent of its day, which may have 23 or 25 hours. */
export const shareOf = ({ startMs, endMs }: Pick<TradingDay, 'startMs' | 'endMs'>, ms: number): number =>
  ((ms - startMs) / (endMs - startMs)) * 100;

/** The reader's time zone as its distance from UTC: `UTC+8`, `UTC-3:30`. */
export function zoneName(nowMs: number): string {
  const minutes = Math.round(clockOffset(nowMs) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (minutes === 0) return 'UTC';
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
