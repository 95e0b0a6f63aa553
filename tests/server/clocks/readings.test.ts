import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockReadings } from '../../../server/clock-readings.ts';
import { createRateLimit } from '../../../server/rate-limit.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

const AT = 1_000_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const clockAt = () => createManualClock(AT);

describe('stamps', () => {
  it('stand while the machine’s clock is behind, and follow it once it is past the latest', () => {
    const clock = clockAt();
    expect(clock.now()).toBe(AT);
    clock.set(-HOUR_MS);
    clock.advance(10);
    expect([clock.now(), clock.wall(), clock.aheadMs()]).toEqual([AT, AT - HOUR_MS + 10, HOUR_MS - 10]);
    clock.set(HOUR_MS);
    expect([clock.now(), clock.wall(), clock.aheadMs()]).toEqual([AT + 10, AT + 10, 0]);
  });

  it('stand after a leap ahead that was put right, until that time has come', () => {
    const clock = clockAt();
    clock.set(2 * HOUR_MS);
    expect(clock.now()).toBe(AT + 2 * HOUR_MS);
    clock.set(-2 * HOUR_MS);
    clock.advance(HOUR_MS);
    expect([clock.now(), clock.wall()]).toEqual([AT + 2 * HOUR_MS, AT + HOUR_MS]);
    clock.advance(HOUR_MS + 5);
    expect(clock.now()).toBe(AT + 2 * HOUR_MS + 5);
  });

  it('never go back, however the clock is set', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: -DAY_MS, max: DAY_MS }), fc.nat(HOUR_MS)));
    fc.assert(
      fc.property(steps, (all) => {
        const clock = clockAt();
        let latest = clock.now();
        for (const [byMs, passMs] of all) {
          clock.set(byMs);
          clock.advance(passMs);
          const now = clock.now();
          expect(now).toBe(Math.max(latest, clock.wall()));
          latest = now;
        }
      }),
    );
  });
});

describe('what has surely lasted', () => {
  it('lasts for its whole length in real time, however the clock is set', () => {
    const steps = fc.array(
      fc.tuple(fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }), fc.nat(12 * HOUR_MS)),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(steps, steps, (before, during) => {
        const clock = clockAt();
        for (const [byMs, passMs] of before) {
          clock.set(byMs);
          clock.advance(passMs);
        }
        const [endsAt, begunAt] = [clock.wall() + DAY_MS, clock.steady()];
        for (const [byMs, passMs] of during) {
          clock.set(byMs);
          clock.advance(passMs);
          // A change of less than a second is none.
          if (clock.surely(DAY_MS) >= endsAt)
            expect(clock.steady() - begunAt).toBeGreaterThan(DAY_MS - 1_000);
        }
      }),
    );
  });

  it('is over to the millisecond while nobody sets the clock, and where it was put right before', () => {
    const clock = clockAt();
    clock.set(5 * DAY_MS);
    const endsAt = clock.wall() + DAY_MS;
    clock.advance(DAY_MS - 1);
    expect(clock.surely(DAY_MS)).toBeLessThan(endsAt);
    clock.advance(1);
    expect(clock.surely(DAY_MS)).toBe(endsAt);
  });

  it('keeps a bounded memory of a clock that is set all the time', () => {
    let [wall, steady] = [0, 0];
    const clock = clockReadings({ wall: () => wall, steady: () => steady });
    for (let i = 0; i < 5_000; i++) {
      steady += 1_000;
      wall = steady + (i % 2) * DAY_MS;
      clock.wall();
    }
    expect(clock.surely(10_000_000)).toBe(steady);
  });
});

describe('a limit on requests', () => {
  it('is neither undone nor frozen by a clock that is set', () => {
    const clock = clockAt();
    const take = createRateLimit(clock, { perSecond: 1, burst: 3 });
    const taken = () => Array.from({ length: 5 }, () => take('a')).filter((waitS) => waitS === 0).length;
    expect(taken()).toBe(3);
    clock.set(28 * HOUR_MS);
    expect(taken()).toBe(0);
    clock.set(-56 * HOUR_MS);
    expect(taken()).toBe(0);
    clock.advance(2_000);
    expect(taken()).toBe(2);
  });
});
