import { randomBytes } from 'node:crypto';

/** Unpredictable bytes as an argument, so that a simulation can stand in. */
export interface Random {
  bytes(count: number): Uint8Array;
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

const SPAN = 2 ** 32;

/** A whole number in [0, count), all equally likely: draws that would favour low numbers are discarded. */
export function below(random: Random, count: number): number {
  const fair = SPAN - (SPAN % count);
  for (;;) {
    const drawn = Buffer.from(random.bytes(4)).readUInt32LE();
    if (drawn < fair) return drawn % count;
  }
}

/** A number in [low, high). */
export const between = (random: Random, low: number, high: number): number =>
  low + ((high - low) * below(random, 1_000_000)) / 1_000_000;
