import { formatDay, startOfDay } from '../../format/day.ts';
import type { Translate } from '../../i18n/use-translation.ts';
import { deviceNow } from '../../state/now.ts';

/** The name of a day in the head of its part of a list. @param startMs its first moment */
export function dayName(t: Translate, startMs: number): string {
  const nowMs = deviceNow();
  const day = formatDay(startMs, nowMs);
  return startMs === startOfDay(nowMs) ? t('history.day_today', { day }) : day;
}
