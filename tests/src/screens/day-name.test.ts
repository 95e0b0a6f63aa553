import { expect, it } from 'vitest';
import { startOfDay } from '../../../src/format/day.ts';
import type { Translate } from '../../../src/i18n/use-translation.ts';
import { dayName } from '../../../src/screens/shared/day-name.ts';

it('today is said beside its date, and no other day', () => {
  const t = ((key: string, { day }: { day: string }) => `${key}, ${day}`) as unknown as Translate;
  const today = startOfDay(Date.now());
  const [before, now] = [dayName(t, startOfDay(today - 1)), dayName(t, today)];
  expect(now).toMatch(/^history\.day_today, \w/);
  expect(before).toMatch(/^\w+/);
  expect(before).not.toContain('today');
});
