import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chance } from './chance.ts';

/** A period of synthetic quotes. */
export interface Leg {
  readonly seconds: number;
  /** Quotes a second; 0 is silence. */
  readonly rate: number;
  /** The largest difference between two quotes, in points. */
  readonly jump: number;
  /** Points a second. */
  readonly drift?: number;
  /** From bid to ask, in points: it breathes between the two. @default none */
  readonly spread?: readonly [least: number, most: number];
}

export interface Tape {
  readonly code: string;
  /** The first price, in points. */
  readonly points: number;
  readonly decimals: number;
  readonly legs: readonly Leg[];
}

const NO_SPREAD = [0, 0] as const;
const FIRST_MS = Date.UTC(2026, 2, 4, 12, 0, 0);

/** Writes quotes to files for the exchange to play. @returns its setting `FEED` */
export function writeTapes(tapes: readonly Tape[], folder: string, chance: Chance): string {
  const files = tapes.map((tape) => {
    const path = join(folder, `${tape.code}.csv`);
    writeFileSync(path, ['ts_ms,bid,ask', ...rowsOf(tape, chance)].join('\n'));
    return `${tape.code}=${path}`;
  });
  return `ticks:${files.join(',')}`;
}

function* rowsOf({ points: first, decimals, legs }: Tape, chance: Chance): Generator<string> {
  let points = first;
  let legMs = FIRST_MS;
  for (const { seconds, rate, jump, drift = 0, spread = NO_SPREAD } of legs) {
    const stepMs = 1_000 / rate;
    for (let at = 0; rate > 0 && at < seconds * 1_000; at += stepMs) {
      points += chance.whole(-jump, jump) + Math.round((drift * stepMs) / 1_000);
      const [bid, ask] = [0, breath(at, spread)].map((more) =>
        ((points + more) / 10 ** decimals).toFixed(decimals),
      );
      yield `${Math.floor(legMs + at + chance.next() * stepMs)},${bid},${ask}`;
    }
    legMs += seconds * 1_000;
  }
}

/** Ms of a breath. */
const BREATH_MS = 40_000;

/** A spread at a moment: between two values, and back. */
export const breath = (atMs: number, [least, most]: readonly [number, number]): number =>
  Math.round(least + ((most - least) * (1 - Math.cos((2 * Math.PI * atMs) / BREATH_MS))) / 2);
