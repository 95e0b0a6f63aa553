import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../server/catalogue/catalogue.ts';
import type { CatalogueEntry } from '../../../server/catalogue/catalogue-entry.ts';
import { askOf, EDGE_MS, usualSpread } from '../../../server/feed/sim/breathing-ask.ts';
import { createValue, heatOf } from '../../../server/feed/sim/value.ts';
import { seededRandom } from '../../../server/seeded-random.ts';

const NOON = Date.UTC(2026, 0, 14, 12);
const entryOf = (code: string): CatalogueEntry => {
  const entry = catalogue.find((one) => one.code === code);
  if (!entry) throw new Error(`no ${code}`);
  return entry;
};

interface Given {
  readonly nowMs?: number;
  readonly sinceOpeningMs?: number;
  readonly untilClosingMs?: number;
  readonly heat?: number;
}

/** Mean of many spreads at 100,000 points. */
function meanSpread({ nowMs = NOON, sinceOpeningMs = 1e9, untilClosingMs = 1e9, heat = 0 }: Given = {}) {
  const entry = entryOf('EURUSD');
  const value = { ...createValue(entry.base, seededRandom('value'), nowMs), heat };
  const random = seededRandom('spread');
  let sum = 0;
  for (let i = 0; i < 2_000; i++)
    sum += askOf(entry, 100_000, { value, nowMs, sinceOpeningMs, untilClosingMs, random }) - 100_000;
  return sum / 2_000;
}

describe('a simulated spread', () => {
  it('is wider while the market moves', () => {
    const value = createValue(entryOf('EURUSD').base, seededRandom('value'), NOON);
    expect(heatOf({ ...value, heat: 1 })).toBeGreaterThan(2);
    expect(meanSpread({ heat: 1 })).toBeGreaterThan(1.4 * meanSpread());
    expect(meanSpread({ heat: -1 })).toBeLessThan(0.9 * meanSpread());
  });

  it('is wider in quiet hours', () => {
    expect(meanSpread({ nowMs: Date.UTC(2026, 0, 14, 21) })).toBeGreaterThan(1.6 * meanSpread());
  });

  it('is wider beside an opening and a closing, and as usual after a quarter of an hour', () => {
    const usual = meanSpread();
    expect(meanSpread({ sinceOpeningMs: 0 })).toBeGreaterThan(2.5 * usual);
    expect(meanSpread({ untilClosingMs: 0 })).toBeGreaterThan(2.5 * usual);
    expect(meanSpread({ sinceOpeningMs: EDGE_MS })).toBe(usual);
    expect(meanSpread({ untilClosingMs: EDGE_MS })).toBe(usual);
  });

  it('is at least a point, whatever the instrument', () => {
    for (const entry of catalogue) {
      expect(usualSpread(entry), entry.code).toBeGreaterThan(0);
      const value = createValue(entry.base, seededRandom('value'), NOON);
      const moment = { value, nowMs: NOON, sinceOpeningMs: 1e9, untilClosingMs: 1e9 };
      expect(askOf(entry, 1, { ...moment, random: seededRandom('one') })).toBe(2);
    }
  });
});
