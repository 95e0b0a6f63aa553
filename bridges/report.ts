import { REFUSALS } from './frames.ts';

/** What happened since the last report. */
export interface Counts {
  ticks: number;
  minutes: number;
  /** Quotes and lines that are no tick: without a bid, or not to be read. */
  skipped: number;
  /** Connections lost; of a file, how often it was replaced or cut. */
  sourceLost: number;
  exchangeLost: number;
  /** By reason, as the exchange counts. */
  refused: Record<string, number>;
  /** Epoch ms by this machine; never reset. */
  lastTickMs: number | undefined;
}

export const noCounts = (lastTickMs?: number): Counts => ({
  ticks: 0,
  minutes: 0,
  skipped: 0,
  sourceLost: 0,
  exchangeLost: 0,
  refused: {},
  lastTickMs,
});

/** The line of a minute. */
export function reportLine(counts: Counts, nowMs: number): string {
  const { ticks, minutes, skipped, sourceLost, exchangeLost, lastTickMs } = counts;
  const age =
    lastTickMs === undefined ? 'none yet' : `the last ${((nowMs - lastTickMs) / 1_000).toFixed(1)} s ago`;
  return [
    `${ticks} ticks sent (${age})`,
    ...(minutes > 0 ? [`${minutes} past minutes sent`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    `reconnects: source ${sourceLost}, exchange ${exchangeLost}`,
    `refused: ${refusedText(counts.refused)}`,
  ].join('; ');
}

function refusedText(refused: Readonly<Record<string, number>>): string {
  const said = [...REFUSALS, ...Object.keys(refused)].filter((name, at, all) => all.indexOf(name) === at);
  const counted = said.filter((name) => (refused[name] ?? 0) > 0).map((name) => `${refused[name]} ${name}`);
  return counted.join(', ') || 'none';
}
