import type { CatalogueEntry } from '../../catalogue/catalogue-entry.ts';
import { pointsOf, type Refused, type SentTick } from './source-frames.ts';
import type { Judge } from './tick-judge.ts';

/** What a frame's ticks are read with. */
interface Reading {
  /** The index of each code among the entries. */
  readonly places: ReadonlyMap<string, number>;
  readonly entries: readonly Pick<CatalogueEntry, 'precision'>[];
  readonly judge: Pick<Judge, 'tick'>;
}

/** Hands the ticks of a frame to the judge, in order. @param counts receives what was not taken */
export function takeTicks(
  reading: Reading,
  source: number,
  ticks: readonly SentTick[],
  counts: Refused,
  wallMs: number,
  nowMs: number,
): void {
  for (const tick of ticks) {
    const refused = Array.isArray(tick) ? take(reading, source, tick, wallMs, nowMs) : 'malformed';
    if (refused !== undefined) counts[refused]++;
  }
}

function take(
  { places, entries, judge }: Reading,
  source: number,
  [code, sentBid, sentAsk, timeMs]: SentTick,
  wallMs: number,
  nowMs: number,
): keyof Refused | undefined {
  const at = places.get(code as string);
  if (at === undefined) return 'unknown';
  const precision = entries[at]?.precision ?? 0;
  const bid = pointsOf(sentBid, precision);
  const ask = sentAsk === null ? Number.NaN : pointsOf(sentAsk, precision);
  if (bid === undefined || ask === undefined || !isTime(timeMs)) return 'malformed';
  const verdict = judge.tick(source, at, bid, ask, timeMs, wallMs, nowMs);
  return verdict === 'accepted' || verdict === 'witness' ? undefined : verdict;
}

const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;
