import type { Clock } from '../../clock.ts';

/** A quote, prices in points; `ask` is NaN if the source sent only a bid. */
interface TwoPoints {
  readonly bid: number;
  readonly ask: number;
}

/** Which quotes are too wide: more of them has to come before they are believed. Every tick comes by here, so numbers come one by one. */
export interface Widths {
  /** Whether it is wider than it may be, and than what has been believed. */
  isTooWide(at: number, bid: number, ask: number): boolean;
  /** Whether two asks agree: where either quote is too wide, they differ by at most half of the allowed spread. */
  isLike(at: number, one: TwoPoints, other: TwoPoints): boolean;
  /** An accepted quote. */
  take(at: number, bid: number, ask: number): void;
}

/** Where asks do not count. */
export const ANY_WIDTH: Widths = {
  isTooWide: () => false,
  isLike: () => true,
  take: () => undefined,
};

/** So many times the mean spread of the last hour, but at least so many points. */
const MEANS = 10;
const LEAST_POINTS = 20;

/**
 * @param own the most points that an operator allows; undefined: by the spreads of the last hour
 * @param bound the most while nothing is known of the last hour; its result is in points
 */
export function createWidths(
  clock: Pick<Clock, 'steady'>,
  own: (at: number) => number | undefined,
  bound: (at: number, bid: number) => number,
): Widths {
  const means = createMeans(clock);
  /** The spread that was believed above the allowed one, until a quote is within that. Later ones do not widen it: a lone source could walk on. */
  const believed: (number | undefined)[] = [];
  const usual = (at: number): number | undefined => {
    const mean = means.of(at);
    return mean === undefined ? undefined : Math.max(LEAST_POINTS, MEANS * mean);
  };
  const most = (at: number, bid: number): number => own(at) ?? usual(at) ?? bound(at, bid);
  return {
    isTooWide(at, bid, ask) {
      const allowed = most(at, bid);
      return ask - bid > Math.max(allowed, (believed[at] ?? Number.NEGATIVE_INFINITY) + allowed / 2);
    },
    isLike(at, one, other) {
      const allowed = most(at, one.bid);
      const isWide = [one, other].some(({ bid, ask }) => ask - bid > allowed);
      return !isWide || Math.abs(one.ask - other.ask) <= allowed / 2;
    },
    take(at, bid, ask) {
      const spread = ask - bid;
      const allowed = most(at, bid);
      const last = believed[at];
      if (!(spread > allowed)) believed[at] = undefined;
      else if (last === undefined || spread > last + allowed / 2) believed[at] = spread;
      if (!Number.isNaN(spread)) means.add(at, Math.max(0, spread));
    },
  };
}

const MINUTE_MS = 60_000;
const MINUTES = 60;

/** Sums by the minute, over an hour. */
interface Hour {
  readonly sums: Float64Array;
  readonly counts: Float64Array;
  sum: number;
  count: number;
  minute: number;
}

function createMeans(clock: Pick<Clock, 'steady'>) {
  const hours: (Hour | undefined)[] = [];
  const current = (at: number): Hour => {
    const minute = Math.floor(clock.steady() / MINUTE_MS);
    const hour = hours[at] ?? emptyHour(minute);
    hours[at] = hour;
    // The places of minutes that an hour has left behind are used again.
    for (let one = Math.max(hour.minute, minute - MINUTES) + 1; one <= minute; one++) {
      const place = one % MINUTES;
      hour.sum -= hour.sums[place] ?? 0;
      hour.count -= hour.counts[place] ?? 0;
      hour.sums[place] = 0;
      hour.counts[place] = 0;
    }
    hour.minute = minute;
    return hour;
  };
  return {
    add(at: number, points: number): void {
      const hour = current(at);
      const place = hour.minute % MINUTES;
      hour.sum += points;
      hour.count++;
      hour.sums[place] = (hour.sums[place] ?? 0) + points;
      hour.counts[place] = (hour.counts[place] ?? 0) + 1;
    },
    /** Of the last hour; undefined without any. */
    of(at: number): number | undefined {
      const { sum, count } = current(at);
      return count === 0 ? undefined : sum / count;
    },
  };
}

const emptyHour = (minute: number): Hour => ({
  sums: new Float64Array(MINUTES),
  counts: new Float64Array(MINUTES),
  sum: 0,
  count: 0,
  minute,
});
