import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

const STEP_MS = 250;
/** How long the last price lasts: longer than any test. */
const HOLD_S = 1_200;

/** Recorded prices that a test replaces; the product plays them from the first one each time it starts. */
export interface PriceTape {
  /** Value of `FEED`, after `ticks:`. */
  readonly feed: string;
  /** Four prices a second; the last one stays. */
  write(...prices: readonly number[]): void;
}

export function createPriceTape(code: string, ...prices: readonly number[]): PriceTape {
  const path = join(temporaryFolder(), `${code}.csv`);
  const tape: PriceTape = {
    feed: `${code}=${path}`,
    write: (...next) => writeFileSync(path, rowsOf(next)),
  };
  tape.write(...prices);
  return tape;
}

function rowsOf(prices: readonly number[]): string {
  const held = Array.from({ length: (HOLD_S * 1_000) / STEP_MS }, () => prices.at(-1) ?? 0);
  const rows = [...prices, ...held].map((value, at) => {
    const bid = value.toFixed(5);
    return `${1_700_000_000_000 + at * STEP_MS},${bid},${bid}`;
  });
  return ['ts_ms,bid,ask', ...rows].join('\n');
}
