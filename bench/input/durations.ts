import { percentile } from '../probe/percentile.ts';

/** An event of an interaction: the interaction's number, and ms from the touch to the next painted frame. */
export type InteractionEvent = readonly [interaction: number, durationMs: number];

/** What browsers do not report, being shorter, is taken for this long. */
const UNREPORTED_MS = 16;
/** So many interactions for each of the worst that INP leaves out. */
const PER_OUTLIER = 50;

/** How long each tap took: its longest event. One of which nothing was reported was a short one. */
export function durationsOf(events: readonly InteractionEvent[], taps: number): readonly number[] {
  const longest = new Map<number, number>();
  for (const [interaction, ms] of events)
    longest.set(interaction, Math.max(ms, longest.get(interaction) ?? UNREPORTED_MS));
  const seen = [...longest.values()];
  return [...seen, ...Array.from({ length: Math.max(0, taps - seen.length) }, () => UNREPORTED_MS)];
}

/** Interaction to Next Paint as the web's vitals have it: the worst, but for one of every 50. */
export function inpOf(durations: readonly number[]): number {
  const sorted = durations.toSorted((a, b) => b - a);
  return sorted[Math.floor(sorted.length / PER_OUTLIER)] ?? Number.NaN;
}

export const p95 = (durations: readonly number[]): number => percentile(durations, 95);
