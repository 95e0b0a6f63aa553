import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEAST_BYTES_PER_S, nextPace, PACES, SAVING, USED_UP } from '../../../src/state/data-budget.ts';

const LOOK_S = 10;
const DAY_S = 86_400;

/** A day of traffic that is looked at each ten seconds. @param costs bytes a second of each pace, at a time of the day */
function dayOf(budgetBytes: number, costs: (pace: number, atS: number) => number, fromS = 0) {
  let pace = SAVING;
  let usedBytes = 0;
  const paces: number[] = [];
  for (let at = fromS; at < DAY_S; at += LOOK_S) {
    const bytesPerS = costs(pace, at);
    usedBytes += bytesPerS * LOOK_S;
    pace = nextPace({ usedBytes, budgetBytes, secondsLeft: DAY_S - at - LOOK_S, bytesPerS, pace });
    paces.push(pace);
  }
  return { usedBytes, paces };
}

/** Bytes a second of each pace, the fastest first: each takes at most as many as the one before it. */
const someCosts = fc
  .array(fc.integer({ min: LEAST_BYTES_PER_S, max: 60_000 }), { minLength: USED_UP, maxLength: USED_UP })
  .map((costs) => [...costs.sort((a, b) => b - a), LEAST_BYTES_PER_S]);
const someBudget = fc.integer({ min: 20, max: 400 }).map((megabytes) => megabytes * 1e6);

describe('a budget of data', () => {
  it('is kept within one look, whatever each pace takes and whenever somebody looks', () => {
    fc.assert(
      fc.property(
        someCosts,
        someBudget,
        fc.array(
          fc.record({ minutes: fc.integer({ min: 1, max: 400 }), factor: fc.integer({ min: 0, max: 8 }) }),
          {
            minLength: 1,
            maxLength: 8,
          },
        ),
        fc.integer({ min: 0, max: DAY_S / LOOK_S - 1 }),
        (costs, budget, parts, from) => {
          const factors = parts.flatMap(({ minutes, factor }) => Array<number>(minutes).fill(factor));
          const factorAt = (at: number) => factors[Math.floor(at / 60) % factors.length] ?? 0;
          const cost = (pace: number, at: number) => {
            const factor = factorAt(at);
            return pace === USED_UP ? LEAST_BYTES_PER_S * Math.sign(factor) : (costs[pace] ?? 0) * factor;
          };
          const { usedBytes } = dayOf(budget, cost, from * LOOK_S);
          const oneLook = (costs[0] ?? 0) * 8 * LOOK_S;
          // What the slowest pace takes is kept back, up to a quarter of the budget.
          const beyond = Math.max(0, LEAST_BYTES_PER_S * DAY_S - budget / 4);
          expect(usedBytes).toBeLessThanOrEqual(budget + oneLook + beyond);
        },
      ),
    );
  });

  it('that is used up has the slowest pace at once, and no other has it', () => {
    fc.assert(
      fc.property(
        fc.record({
          usedBytes: fc.nat(300e6),
          budgetBytes: fc.integer({ min: 5e6, max: 200e6 }),
          secondsLeft: fc.nat(DAY_S),
          bytesPerS: fc.option(fc.nat(100_000), { nil: undefined }),
          pace: fc.nat(USED_UP),
        }),
        (state) => {
          const next = nextPace(state);
          const left = state.budgetBytes - state.usedBytes;
          expect(PACES.length).toBeGreaterThan(next);
          if (left <= 0) expect(next).toBe(USED_UP);
          if (left > state.budgetBytes / 4)
            expect(next === USED_UP && state.bytesPerS !== undefined).toBe(false);
          if (next !== USED_UP) expect(Math.abs(next - state.pace)).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('that is not in danger slows nothing: prices come as fast as the line has them', () => {
    const costs = [300, 200, 150, 120, 100, 80];
    const { paces } = dayOf(200e6, (pace) => costs[pace] ?? 0, DAY_S - 3_600);
    expect(paces.at(-1)).toBe(0);
    expect(Math.max(...paces)).toBeLessThan(SAVING);
  });

  it('slows step by step long before its end, so that it lasts a day of looking', () => {
    const costs = [15_000, 4_000, 1_500, 800, 400, 80];
    const { paces, usedBytes } = dayOf(20e6, (pace, at) => (at % 14_400 < 3_600 ? (costs[pace] ?? 0) : 0));
    const share = paces.filter((pace) => pace === USED_UP).length / paces.length;
    expect(share).toBe(0);
    expect(usedBytes).toBeGreaterThan(10e6);
    expect(usedBytes).toBeLessThan(20e6);
  });
});
