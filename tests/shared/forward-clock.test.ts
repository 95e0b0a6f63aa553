import { expect, it } from 'vitest';
import { forwardClock } from '../../shared/forward-clock.ts';

it('follows its clock forward, and goes on from where it was when that is set back', () => {
  let wall = 1_000;
  const now = forwardClock(() => wall);
  expect(now()).toBe(1_000);
  wall += 3_600_000;
  expect(now()).toBe(3_601_000);
  wall -= 3_600_000;
  expect(now()).toBe(3_601_000);
  wall += 250;
  expect(now()).toBe(3_601_250);
});

it('counts as its clock does again when that is put right', () => {
  let wall = 1_000_000;
  const now = forwardClock(() => wall);
  now();
  for (const byMs of [-3_600_000, 10, 3_600_000]) {
    wall += byMs;
    now();
  }
  expect(now()).toBe(1_000_010);
});
