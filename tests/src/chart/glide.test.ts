import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { follow, glide, type Sample, throwSpeed } from '../../../src/chart/glide.ts';

const samplesOf = (...pairs: readonly (readonly [x: number, atMs: number])[]): readonly Sample[] =>
  pairs.reduce<readonly Sample[]>((all, [x, atMs]) => follow(all, { x, atMs }), []);

describe('a lifted finger', () => {
  it.each([
    ['throws at its speed', samplesOf([0, 0], [20, 10], [40, 20]), 21, 2],
    ['throws to the left', samplesOf([40, 0], [20, 10], [0, 20]), 21, -2],
    [
      'throws by its last tenth of a second only',
      samplesOf([0, 0], [500, 50], [500, 160], [480, 180]),
      181,
      -1,
    ],
    ['that rested throws nothing', samplesOf([0, 0], [40, 20]), 90, 0],
    ['that hardly moved throws nothing', samplesOf([0, 0], [4, 100]), 101, 0],
    ['throws at a limited speed', samplesOf([0, 0], [900, 10]), 10, 4],
    ['of which one place is known throws nothing', samplesOf([7, 0]), 0, 0],
    ['of which no place is known throws nothing', [], 0, 0],
    ['whose moves all came at once throws nothing', samplesOf([0, 5], [90, 5]), 5, 0],
  ])('%s', (_, samples, atMs, speed) => {
    expect(throwSpeed(samples, atMs)).toBe(speed);
  });
});

/** The whole way of a glide, in frames of these lengths, repeated. */
function wayOf(speed: number, framesMs: readonly number[]): { px: number; frames: number } {
  let [px, frames] = [0, 0];
  for (let now = speed; now !== 0; frames++) {
    const next = glide(now, framesMs[frames % framesMs.length] ?? 16);
    px += next.px;
    now = next.speed;
  }
  return { px, frames };
}

describe('a glide', () => {
  it('goes as far in long frames as in short ones, and comes to an end', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 4, noNaN: true }),
        fc.constantFrom(1, -1),
        fc.array(fc.integer({ min: 4, max: 60 }), { minLength: 1, maxLength: 8 }),
        (size, sign, framesMs) => {
          const { px } = wayOf(size * sign, framesMs);
          // What the lowest speed leaves of the way to a full stop.
          expect(Math.abs(px - size * sign * 325)).toBeLessThanOrEqual(0.05 * 325 + 1e-6);
        },
      ),
    );
  });

  it('slows down in each frame', () => {
    const first = glide(2, 16);
    const second = glide(first.speed, 16);
    expect(first.px).toBeGreaterThan(second.px);
    expect(second.px).toBeGreaterThan(0);
  });

  it('does not jump after the page slept', () => {
    expect(glide(2, 60_000)).toEqual(glide(2, 64));
  });

  it('stands still when no time has passed', () => {
    expect(glide(2, 0)).toEqual({ px: 0, speed: 2 });
  });
});
