import { expect, it } from 'vitest';
import { type Instrument, instrumentId } from '../../../shared/domain/instrument.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { usualOpening } from '../../../shared/domain/usual-opening.ts';
import { heroLine } from '../../../src/screens/Home/hero-line.ts';
import { eurusd } from '../../helpers/instruments.ts';

const SUNDAY = timestampMs(Date.UTC(2026, 10, 29, 22));

/** `c` is closed until Sunday, `x` without a known opening, `o` open. */
const listed = (states: string): readonly Instrument[] =>
  [...states].map((state, i) => ({
    ...eurusd,
    id: instrumentId(i + 1),
    market:
      state === 'o'
        ? { status: 'open' }
        : { status: 'closed', ...(state === 'c' ? { opensAt: SUNDAY } : {}) },
  }));

it.each([
  ['ccccccooo', SUNDAY],
  ['ccccooo', SUNDAY],
  ['cccooooo', undefined],
  ['ooooooccccccc', undefined],
  // Then there is nothing to show first.
  ['cccccc', undefined],
  ['xxxxxxoo', undefined],
  ['', undefined],
])('the usual markets of the list %j open again at %s', (states, opensAt) => {
  expect(usualOpening(listed(states))).toBe(opensAt);
});

it('the line of the hero ends in the price now, the lowest price lowest', () => {
  const points = Float64Array.from([0, 60, 120, 100, 103, 101]);
  const line = heroLine(points, 97);
  expect(line).toEqual({ path: 'M0.0 42L78.0 12L156.0 32L234.0 72', start: 42, end: 72 });
  expect(heroLine(points, 109)?.end).toBe(12);
  expect(heroLine(points, undefined)).toBeUndefined();
  expect(heroLine(undefined, 97)).toBeUndefined();
});
