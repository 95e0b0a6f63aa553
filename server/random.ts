import { randomBytes } from 'node:crypto';

/** Random bytes as a dependency, so that a simulation can replace them. */
export interface Random {
  bytes(count: number): Uint8Array;
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

const SPAN = 2 ** 32;

/** A uniform integer in [0, count): draws that would favour low numbers are discarded. */
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
