import { expect, test } from 'vitest';
import { createDrawSchedule } from '../../../src/chart/draw-schedule.ts';
import { manualClock } from '../manual-clock.ts';

test('many changes in a frame request it once, and the next one again', () => {
  const clock = manualClock(0);
  let requests = 0;
  let draws = 0;
  const counting = {
    ...clock,
    frame(run: () => void) {
      requests++;
      return clock.frame(run);
    },
  };
  const schedule = createDrawSchedule(counting, () => draws++);
  schedule.next();
  schedule.next();
  schedule.next();
  clock.paint();
  expect([requests, draws]).toEqual([1, 1]);
  schedule.next();
  clock.paint();
  expect([requests, draws]).toEqual([2, 2]);
});

test('a change asks for the next frame though one for ticks is awaited, and draws once', () => {
  const clock = manualClock(0);
  let draws = 0;
  const schedule = createDrawSchedule(clock, () => draws++);
  schedule.ticks(false);
  schedule.next();
  clock.paint();
  clock.paint();
  expect(draws).toBe(1);
});
