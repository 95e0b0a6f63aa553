import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import type { CloseReason, HistoryFilter, Side } from '../../../shared/domain/order.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { parseDay, startOfDay } from '../../format/day.ts';

export const RANGES = ['all', 'today', 'week', 'month', 'custom'] as const;
type Range = (typeof RANGES)[number];

/** Which closed orders the user wants to see. `fromDay` and `toDay` are texts of date fields, for the range `custom`. */
export interface HistoryChoice {
  readonly range: Range;
  readonly fromDay: string;
  readonly toDay: string;
  readonly instrumentId?: InstrumentId | undefined;
  readonly side?: Side | undefined;
  readonly result?: 'profit' | 'loss' | undefined;
  readonly reason?: CloseReason | undefined;
}

export const EVERYTHING: HistoryChoice = { range: 'all', fromDay: '', toDay: '' };

/** Days of a range, today included. */
const DAYS = { today: 1, week: 7, month: 30 } as const;

/** @param nowMs of the choice: "today" stays that day until the choice is made again */
export function filterOf(choice: HistoryChoice, nowMs: number): HistoryFilter {
  const { instrumentId, side, result, reason } = choice;
  return { instrumentId, side, result, reason, ...rangeOf(choice, nowMs) };
}

function rangeOf(
  { range, fromDay, toDay }: HistoryChoice,
  nowMs: number,
): Pick<HistoryFilter, 'from' | 'to'> {
  if (range === 'all') return {};
  if (range !== 'custom') return { from: timestampMs(startOfDay(nowMs, 1 - DAYS[range])) };
  const [from, last] = [parseDay(fromDay), parseDay(toDay)];
  return {
    ...(from === undefined ? {} : { from: timestampMs(from) }),
    ...(last === undefined ? {} : { to: timestampMs(startOfDay(last, 1)) }),
  };
}

/** Number of restrictions. */
export const restrictionsOf = ({ range, instrumentId, side, result, reason }: HistoryChoice): number =>
  [range === 'all' ? undefined : range, instrumentId, side, result, reason].filter((one) => one !== undefined)
    .length;

/** Whether the last day is before the first. */
export function isBackwards({ range, fromDay, toDay }: HistoryChoice): boolean {
  const [from, to] = [parseDay(fromDay), parseDay(toDay)];
  return range === 'custom' && from !== undefined && to !== undefined && to < from;
}
