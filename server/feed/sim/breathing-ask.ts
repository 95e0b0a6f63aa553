import { CATEGORY, type CatalogueEntry } from '../../catalogue/catalogue-entry.ts';
import type { SeededRandom } from '../../seeded-random.ts';
import { heatOf, rhythmAt, type Value } from './value.ts';

/*
 * The simulator's asks (`FEED_SPREAD=feed`): a spread in proportion to the price and its volatility, wider while the market
 * moves, in quiet hours, and beside its opening and closing. It draws from a random sequence of its own, so that bids are the
 * same without it.
 */

/** Usual spread as a part of the price, for each unit of yearly volatility; about what brokers quote. */
const PART_OF_VOLATILITY = {
  [CATEGORY.forex]: 0.0015,
  [CATEGORY.metals]: 0.0009,
  [CATEGORY.energy]: 0.0012,
  [CATEGORY.indices]: 0.0007,
  [CATEGORY.crypto]: 0.0012,
} as const satisfies Readonly<Record<number, number>>;
const OTHERS_PART = 0.0015;

/** How much of a spread does not depend on how much the market moves. */
const CALM_PART = 0.6;
/** Standard deviation of its log from one tick to the next. */
const JITTER = 0.12;
/** So long after an opening and before a closing a spread is wider, at the edge by so many times. */
export const EDGE_MS = 15 * 60_000;
const EDGE_TIMES = 2;

const partOf: ReadonlyMap<number, number> = new Map(
  Object.entries(PART_OF_VOLATILITY).map(([category, part]) => [Number(category), part]),
);

/** The usual spread of an instrument as a part of its price. */
export function usualSpread({ categoryId, base, quote }: CatalogueEntry): number {
  return (partOf.get(categoryId) ?? OTHERS_PART) * Math.hypot(base.volatility, quote?.volatility ?? 0);
}

/** What the spread of a moment depends on. */
export interface SpreadMoment {
  /** The value that moves the price most. */
  readonly value: Value;
  readonly nowMs: number;
  /** Time since the opening and until the closing; both are infinite in a market that never closes, and while it is closed. */
  readonly sinceOpeningMs: number;
  readonly untilClosingMs: number;
  readonly random: SeededRandom;
}

/** @param points the bid. @returns the ask, at least a point above it */
export function askOf(entry: CatalogueEntry, points: number, moment: SpreadMoment): number {
  const { value, nowMs, sinceOpeningMs, untilClosingMs, random } = moment;
  const movement = CALM_PART + (1 - CALM_PART) * heatOf(value);
  const quiet = 1 / Math.sqrt(rhythmAt(value.asset, nowMs));
  const edge = EDGE_TIMES * Math.max(0, 1 - Math.min(sinceOpeningMs, untilClosingMs) / EDGE_MS);
  const times = movement * quiet * (1 + edge) * Math.exp(JITTER * random.gauss());
  return points + Math.max(1, Math.round(points * usualSpread(entry) * times));
}
