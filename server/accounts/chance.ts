import type { Random } from '../random.ts';

const SPAN = 2 ** 32;

/** A whole number in [0, count), each as likely as the other: draws that would favour the low ones are thrown away. */
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
