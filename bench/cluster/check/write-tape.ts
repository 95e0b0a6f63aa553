import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Ten quotes a second for two minutes, then one a second: the last quote closes the market, and a slow machine must not reach it. */
const timeOf = (i: number) => 1_767_000_000_000 + i * 100 + Math.max(0, i - 1_200) * 900;

/**
 * Writes twenty minutes of two instruments: the market of the walk through all calls.
 * @returns a value for `FEED`
 */
export function writeTape(folder: string): string {
  const line = (i: number, price: number, digits: number) =>
    `${timeOf(i)},${price.toFixed(digits)},${(price * 1.0001).toFixed(digits)}`;
  const tape = (name: string, middle: number, digits: number) => {
    const path = join(folder, `${name}.csv`);
    const wave = (i: number) => middle * (1 + 0.0005 * Math.sin(i / 7));
    const lines = Array.from({ length: 2_280 }, (_, i) => line(i, wave(i), digits));
    writeFileSync(path, `ts_ms,bid,ask\n${lines.join('\n')}\n`);
    return `${name}=${path}`;
  };
  return `ticks:${tape('EURUSD', 1.1, 5)},${tape('XAUUSD', 2_000, 2)}`;
}
