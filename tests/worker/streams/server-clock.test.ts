import { expect, test } from 'vitest';
import { createServerClock } from '../../../worker/streams/server-clock.ts';

/** The phone's clock is an hour ahead; frames take 50 ms. */
const SKEW_MS = 3_600_000;
const WAY_MS = 50;

function observed(untilMs: number) {
  const clock = createServerClock();
  for (let server = 0; server <= untilMs; server += 1_000) clock.observe(server, server + SKEW_MS + WAY_MS);
  return clock;
}

test('the server’s time is the phone’s minus the smallest delay', () => {
  const clock = observed(5_000);
  clock.observe(6_000, 6_000 + SKEW_MS + 900);
  expect(clock.serverNow(10_000 + SKEW_MS + WAY_MS)).toBe(10_000);
});

test('is unknown before the first frame', () => {
  expect(createServerClock().serverNow(1)).toBeUndefined();
});

test.each([20_000, 1_800_000])(
  'a backlog that waited %d ms counts as old, its last frames do not',
  (sleptMs) => {
    const clock = observed(60_000);
    const woke = 60_000 + sleptMs + SKEW_MS + WAY_MS;
    const isLate = (sentAgoMs: number) => clock.observe(60_000 + sleptMs - sentAgoMs, woke);
    expect([sleptMs, 10_000, 3_001].map(isLate)).toEqual([true, true, true]);
    expect([3_000, 1_000, 0].map(isLate)).toEqual([false, false, false]);
  },
);

test('a phone’s clock set forward is accepted with the next snapshot, not mistaken for a backlog', () => {
  const clock = observed(60_000);
  const jumped = SKEW_MS + 7_200_000 + WAY_MS;
  expect(clock.observe(61_000, 61_000 + jumped)).toBe(true);
  clock.observeSnapshot(61_100, 61_100 + jumped, 61_000 + jumped);
  expect(clock.observe(62_000, 62_000 + jumped)).toBe(false);
  expect(clock.serverNow(70_000 + jumped)).toBe(70_000);
});

test('a phone’s clock set back is followed at once', () => {
  const clock = observed(60_000);
  clock.observe(61_000, 61_000 + WAY_MS);
  expect(clock.serverNow(62_000 + WAY_MS)).toBe(62_000);
});

test('a snapshot on a slow line does not move the clock', () => {
  const clock = observed(60_000);
  clock.observeSnapshot(61_000, 61_000 + SKEW_MS + 4_000, 61_000 + SKEW_MS);
  expect(clock.serverNow(70_000 + SKEW_MS + WAY_MS)).toBe(70_000);
});

test('the estimate follows a slow drift: the smallest delay of a minute ago is forgotten', () => {
  const clock = observed(0);
  for (let server = 0; server <= 300_000; server += 1_000)
    clock.observe(server, server + SKEW_MS + WAY_MS + server / 1_000);
  expect(clock.serverNow(300_000 + SKEW_MS + WAY_MS + 300)).toBeGreaterThan(300_000 - 1);
  expect(clock.serverNow(300_000 + SKEW_MS + WAY_MS + 300)).toBeLessThan(300_000 + 70);
});
