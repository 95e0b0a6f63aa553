import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { recallClock } from '../../../server/clock-memory.ts';
import { clockReadings } from '../../../server/clock-readings.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A machine on which processes follow each other. */
function machine() {
  let [wall, up] = [1_772_000_000_000, 5_000_000];
  let id = 'first boot';
  const dataDir = temporaryFolder();
  return {
    dataDir,
    pass(ms: number) {
      wall += ms;
      up += ms;
    },
    set(byMs: number) {
      wall += byMs;
    },
    /** Off for so long. */
    reboot(ms: number) {
      wall += ms;
      [up, id] = [1_000, 'another boot'];
    },
    wall: () => wall,
    start() {
      const startedAt = up;
      const clock = clockReadings({ wall: () => wall, steady: () => up - startedAt });
      const save = recallClock(dataDir, clock, () => ({ id, uptimeMs: up }));
      return { clock, save };
    },
  };
}

it('a leap during which the exchange was restarted ends no hold, and the hold ends in time', () => {
  const m = machine();
  const first = m.start();
  const endsAt = m.wall() + DAY_MS;
  m.pass(HOUR_MS);
  m.set(28 * HOUR_MS);
  const second = m.start();
  expect(second.clock.surely(DAY_MS)).toBeLessThan(endsAt);
  second.save();
  // Once more, still with the wrong clock.
  const third = m.start();
  expect(third.clock.surely(DAY_MS)).toBeLessThan(endsAt);
  m.set(-28 * HOUR_MS);
  m.pass(23 * HOUR_MS - 1);
  expect(third.clock.surely(DAY_MS)).toBe(endsAt - 1);
  m.pass(1);
  expect(third.clock.surely(DAY_MS)).toBe(endsAt);
  expect(first.clock.surely(DAY_MS)).toBe(endsAt);
});

it('time in which the exchange or the machine was off counts', () => {
  const m = machine();
  m.start();
  const endsAt = m.wall() + DAY_MS;
  m.pass(DAY_MS);
  expect(m.start().clock.surely(DAY_MS)).toBe(endsAt);
  m.reboot(DAY_MS);
  expect(m.start().clock.surely(DAY_MS)).toBe(m.wall());
});

it('a file that is damaged, or of another form, is none', () => {
  const m = machine();
  for (const text of ['', '{', '{"boot":"first boot"}', '[]']) {
    writeFileSync(join(m.dataDir, 'clock.json'), text);
    expect(m.start().clock.surely(DAY_MS)).toBe(m.wall());
  }
});
