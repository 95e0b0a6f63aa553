import type { Beside } from '../against/verdicts.ts';
import { isMet } from '../figures/figure.ts';
import { type Judged, keyOf } from '../figures/judge.ts';
import { digits } from '../figures/statistics.ts';
import { lineOf } from '../report/figure-text.ts';
import type { Measured } from './cluster-figures.ts';

/** The rows that suites of the bench measure, with the beginnings of their figures' names. */
const OF_BENCH = {
  S7: ['scale: round trip of an order', 'scale: CPU of a gateway for a frame', 'scale: taking in a frame'],
  S12: ['server: bytes of compressed frames', 'server: server CPU of a compressed frame'],
};

/** What a run of the bench has measured of the table: rows of which all figures are there. */
export const goalsOf = (figures: readonly Judged[]): readonly Measured[] =>
  Object.entries(OF_BENCH).flatMap(([id, names]) => {
    const measured = names.flatMap((name) => figures.find((one) => keyOf(one).startsWith(name)) ?? []);
    if (measured.length < names.length) return [];
    const isRight = measured.every((figure) => isMet(figure) && (shareOfCore(figure) ?? 0) <= MOST_OF_CORE);
    return [{ id, text: measured.map(shortOf).join('; '), isMet: isRight }];
  });

/** Of the intake of prices, in percent. */
const MOST_OF_CORE = 5;
const SHARE = /^% of a core/;

const shareOfCore = ({ details = {} }: Judged): number | undefined =>
  Object.entries(details).flatMap(([name, share]) => (SHARE.test(name) ? Number(share) : []))[0];

function shortOf(figure: Judged): string {
  const share = shareOfCore(figure);
  const ofCore = share === undefined ? '' : `, ${digits(share)} % of a core`;
  return `${figure.name.split(/ vs |,/, 1)[0]} ${lineOf(figure).ratio}${ofCore}`;
}

/** Of one process beside an earlier version. */
const MOST_BESIDE = 1.05;
const BESIDE = { 'order p99': 'server: durable order p99', 'price lateness p99': 'server: price lateness' };

/** After / before. A change is a part of the smaller value: +100 % is 2 x, -100 % is 0.5 x. */
const factorOf = (change: number): number => (change < 0 ? 1 / (1 - change) : 1 + change);

/** S1, where a run beside another version has measured it. */
export function goalBeside(version: string, figures: readonly Beside[]): Measured | undefined {
  const measured = Object.entries(BESIDE).flatMap(([what, name]) => {
    const one = figures.find(({ figure }) => figure.startsWith(name));
    return one === undefined ? [] : [{ ...one, what }];
  });
  if (measured.length < Object.keys(BESIDE).length) return undefined;
  const times = (change: number) => factorOf(change).toFixed(2);
  const texts = measured.map(
    ({ what, change, interval: [low, high], after, unit }) =>
      `${what} ${times(change)} [${times(low)}-${times(high)}] x (${digits(after)} ${unit})`,
  );
  return {
    id: 'S1',
    text: `beside \`${version}\`: ${texts.join('; ')}`,
    isMet: measured.every(({ change }) => factorOf(change) <= MOST_BESIDE),
  };
}
