import { tellFigure } from '../../scripts/cluster/figure.ts';
import type { Beside } from '../against/verdicts.ts';
import { isMet } from '../figures/figure.ts';
import { type Judged, keyOf } from '../figures/judge.ts';
import { digits } from '../figures/statistics.ts';
import { lineOf } from './figure-text.ts';

/** The rows that suites of the bench measure, with the beginnings of their figures' names. */
const OF_BENCH = {
  S7: [
    'scale: round trip of an order',
    'scale: time for an order through gateway and dealer',
    'scale: CPU of a gateway for a frame',
    'scale: taking in a frame',
  ],
  S12: ['server: bytes of compressed frames', 'server: server CPU of a compressed frame'],
};

/** Tells what a run of the bench has measured of the table; a row is told when all its figures are there. */
export async function tellBenchFigures(figures: readonly Judged[], isKept?: true): Promise<void> {
  for (const [id, names] of Object.entries(OF_BENCH)) {
    const measured = names.flatMap((name) => figures.find((one) => keyOf(one).startsWith(name)) ?? []);
    if (measured.length < names.length) continue;
    const text = measured.map(shortOf).join('; ');
    await tellFigure({ id, text, isMet: measured.every(isMet) }, console.log, isKept);
  }
}

/** The intake of prices is also bounded by its share of a core. */
function shortOf(figure: Judged): string {
  const share = Object.entries(figure.details ?? {}).find(([name]) => name.startsWith('% of a core'));
  const ofCore = share === undefined ? '' : `, ${digits(Number(share[1]))} ${share[0]}`;
  return `${figure.name.split(/ vs |,/, 1)[0]} ${lineOf(figure).ratio}${ofCore}`;
}

/** Of one process beside an earlier version. */
const MOST_BESIDE = 1.05;
const BESIDE = { 'order p99': 'server: durable order p99', 'price lateness p99': 'server: price lateness' };

/** Tells S1, where a run beside another version has measured it. */
export async function tellBesideFigures(version: string, figures: readonly Beside[]): Promise<void> {
  const measured = Object.entries(BESIDE).flatMap(([what, name]) => {
    const one = figures.find(({ figure }) => figure.startsWith(name));
    return one === undefined ? [] : [{ ...one, what }];
  });
  if (measured.length < Object.keys(BESIDE).length) return;
  const times = (change: number) => (1 + change).toFixed(2);
  const texts = measured.map(
    ({ what, change, interval: [low, high], after, unit }) =>
      `${what} ${times(change)} [${times(low)}-${times(high)}] x (${digits(after)} ${unit})`,
  );
  await tellFigure({
    id: 'S1',
    text: `beside \`${version}\`: ${texts.join('; ')}`,
    isMet: measured.every(({ change }) => 1 + change <= MOST_BESIDE),
  });
}
