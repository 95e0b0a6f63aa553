import { describe, expect, it } from 'vitest';
import { bytesOn, dayAt, parseDays, withBytes } from '../../../src/state/data-days.ts';

describe('the bytes of each day', () => {
  it('are added up, latest first, for thirty days', () => {
    let text: string | null = null;
    for (let date = 1; date <= 31; date++)
      text = withBytes(text, `2026-10-${String(date).padStart(2, '0')}`, date * 1_000);
    text = withBytes(text, '2026-10-31', 0.6);
    const days = parseDays(text);
    expect(days).toHaveLength(30);
    expect(days[0]).toEqual({ day: '2026-10-31', bytes: 31_001 });
    expect(days.at(-1)?.day).toBe('2026-10-02');
    expect(bytesOn(days, '2026-10-05')).toBe(5_000);
    expect(bytesOn(days, '2026-11-01')).toBe(0);
  });

  it('leave out what cannot be read', () => {
    expect(parseDays('x,2026-10-01 -5,2026-10-02 7,2026-1-3 4,')).toEqual([{ day: '2026-10-02', bytes: 7 }]);
    expect(parseDays(null)).toEqual([]);
  });

  it('belong to the day of the device, which ends at its midnight', () => {
    const late = new Date(2026, 10, 29, 23, 59, 50);
    expect(dayAt(late.getTime())).toEqual({ day: '2026-11-29', secondsLeft: 10 });
    expect(dayAt(late.getTime() + 10_000)).toEqual({ day: '2026-11-30', secondsLeft: 86_400 });
  });
});
