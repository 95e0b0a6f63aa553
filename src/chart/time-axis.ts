import { getOrCreate } from '../../shared/get-or-create.ts';
import { cachedByClock, clockFace } from '../format/clock-face.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;
const YEAR = 365 * DAY;

/** Possible distances between labels, in seconds. */
const UNITS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 4, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14].map((count) => count * DAY),
  ...[1, 2, 3, 6].map((count) => count * MONTH),
  YEAR,
];

/** Distance between two time labels, and half the width of one, in CSS pixels. */
const DISTANCE_PX = 68;
export const HALF_LABEL_PX = 22;

export interface TimeLabels {
  /** Candle indices, ascending. */
  readonly at: readonly number[];
  /** Empty where the edge would cut the label off. */
  readonly text: readonly string[];
  /** A day, month or year begins there. */
  readonly major: readonly boolean[];
  /** The labels name times, so that the day of the first one is not among them unless one begins in view. */
  readonly areTimes: boolean;
}

type Kind = 'time' | 'day' | 'month' | 'year';
const RANK: Readonly<Record<Kind, number>> = { time: 0, day: 1, month: 2, year: 3 };

/**
 * Labels for the candles in view, at round times and at the start of a day, month or year. A label that would touch
 * the previous one is left out, or replaces it if it marks the larger step.
 * @param time start of each candle, epoch seconds
 * @param seen candles [from, to), and the index at the left edge of the plot
 * @param pxPerCandle CSS pixels
 */
export function timeLabels(
  time: Float64Array,
  seen: { readonly from: number; readonly to: number; readonly left: number },
  periodS: number,
  pxPerCandle: number,
): TimeLabels {
  const wanted = (DISTANCE_PX / pxPerCandle) * periodS;
  const unit = UNITS.find((one) => one >= wanted) ?? YEAR;
  const zone = zoneFor(periodS);
  const kept: { index: number; kind: Kind }[] = [];
  const first = Math.max(1, seen.from);
  let before = local(time[first - 1] ?? 0, zone);
  let stepBefore = stepOf(before, unit);
  for (let i = first; i < seen.to; i++) {
    const now = local(time[i] ?? 0, zone);
    const step = stepOf(now, unit);
    if (step !== stepBefore) {
      const kind = kindOf(before, now);
      const last = kept.at(-1);
      const apart = !last || (i - last.index) * pxPerCandle >= DISTANCE_PX * 0.8;
      const larger = !apart && RANK[kind] > RANK[last.kind];
      if (larger) kept.pop();
      if (apart || larger) kept.push({ index: i, kind });
    }
    before = now;
    stepBefore = step;
  }
  return {
    at: kept.map(({ index }) => index),
    text: kept.map(({ index, kind }) =>
      (index - seen.left) * pxPerCandle < HALF_LABEL_PX ? '' : labels()(time[index] ?? 0, kind, unit, zone),
    ),
    major: kept.map(({ kind }) => kind !== 'time'),
    areTimes: unit < DAY,
  };
}

/** The day of a candle, which labels of times leave open. */
export const dayText = (time: number, periodS: number): string =>
  labels()(time, 'day', HOUR, zoneFor(periodS));

/** Day and time of a candle for the crosshair; days have no time. */
export const candleTimeText = (time: number, periodS: number): string =>
  labels()(time, periodS >= DAY ? 'year' : 'time', periodS >= DAY ? 0 : -1, zoneFor(periodS));

/** A day's candle begins at 00:00 UTC and has that date everywhere; shorter ones use the reader's time zone. */
const zoneFor = (periodS: number): 'UTC' | undefined => (periodS >= DAY ? 'UTC' : undefined);

let offsetSpan = Number.NaN;
let offsetFace = clockFace.peek();
let offsetS = 0;

/** Seconds of the wall clock. The zone's offset is read once per half hour of candles: it changes on full half hours. */
function local(time: number, zone: 'UTC' | undefined): number {
  if (zone) return time;
  const span = Math.floor(time / (30 * MINUTE));
  const face = clockFace.peek();
  if (span !== offsetSpan || face !== offsetFace) {
    offsetSpan = span;
    offsetFace = face;
    offsetS = face.days
      ? face.days.offset(time * 1000) / 1000
      : new Date(time * 1000).getTimezoneOffset() * -MINUTE;
  }
  return time + offsetS;
}

function stepOf(wall: number, unit: number): number {
  if (unit < 7 * DAY) return Math.floor(wall / unit);
  // The epoch was a Thursday; weeks begin on Mondays.
  if (unit < MONTH) return Math.floor((wall + 3 * DAY) / unit);
  const date = new Date(wall * 1000);
  return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / Math.round(unit / MONTH));
}

function kindOf(before: number, now: number): Kind {
  if (Math.floor(before / DAY) === Math.floor(now / DAY)) return 'time';
  const [a, b] = [new Date(before * 1000), new Date(now * 1000)];
  if (a.getUTCFullYear() !== b.getUTCFullYear()) return 'year';
  return a.getUTCMonth() === b.getUTCMonth() ? 'day' : 'month';
}

const MAX_CACHED = 500;

/**
 * Texts by time, cached per locale: a pan needs the same ones in each frame. Texts of the clock, which most charts show
 * alone, need no `Intl`: its first formatter would cost more than the rest of the first draw.
 */
const labels = cachedByClock((locale, { hours, zone: chosen }) => {
  const separator = locale.startsWith('id') ? '.' : ':';
  const texts = new Map<string, string>();
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (time: number, kind: Kind, unit: number, zone: 'UTC' | undefined): string => {
    const shape = shapeOf(kind, unit);
    if (shape === 'clock' && hours === 24) return clockText(local(time, zone), separator);
    const name = `${shape}${zone ?? ''}`;
    const format = () =>
      new Intl.DateTimeFormat(locale, {
        ...SHAPES[shape],
        ...('hour' in SHAPES[shape] ? { hourCycle: hours === 12 ? 'h12' : 'h23' } : {}),
        numberingSystem: 'latn',
        timeZone: zone ?? chosen,
      });
    if (texts.size > MAX_CACHED) texts.clear();
    return getOrCreate(texts, name + time, () => getOrCreate(formats, name, format).format(time * 1000));
  };
});

/** Hours and minutes as every language of the app writes them on a clock of 24 hours: two digits each, 00:00 to 23:59. */
function clockText(wall: number, separator: string): string {
  const minutes = Math.floor(wall / MINUTE) % (DAY / MINUTE);
  return twoDigits(Math.floor(minutes / 60)) + separator + twoDigits(minutes % 60);
}

const twoDigits = (count: number): string => String(count).padStart(2, '0');

const SHAPES = {
  day: { day: 'numeric', month: 'short' },
  month: { month: 'short' },
  year: { year: 'numeric' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  moment: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  clock: { hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

function shapeOf(kind: Kind, unit: number): keyof typeof SHAPES {
  if (unit === 0) return 'date';
  if (unit < 0) return 'moment';
  if (kind === 'year' && unit >= DAY) return 'year';
  if (kind === 'time') return 'clock';
  return unit >= MONTH ? 'month' : 'day';
}
