import type { HudReading } from '../../state/hud-meter.ts';
import { pageFacts } from '../../state/page-facts.ts';

interface DeviceFigure {
  readonly unit: string;
  /** Null where the browser does not say. */
  readonly value: number | null;
}

type Figures = Readonly<Record<string, DeviceFigure>>;

/** What `npm run bench -- --compare A B` reads (`bench/report/devices.ts`). */
export interface DeviceResult {
  readonly format: 'pipstream-device';
  readonly device: string;
  readonly browser: string;
  readonly build: string;
  readonly seconds: number;
  /** Whether it is fast enough, and by which limit not. */
  readonly answer: string;
  readonly figures: Figures;
}

/** @param readings of the head-up display, one a second */
export function deviceResult(readings: readonly HudReading[]): DeviceResult {
  const { commit = 'unknown', browser, viewport, pixel_ratio } = pageFacts();
  const cores = navigator.hardwareConcurrency;
  const figures = figuresOf(readings);
  return {
    format: 'pipstream-device',
    device: `${viewport.join('x')} at ${pixel_ratio}, ${cores} cores`,
    browser,
    build: commit,
    seconds: readings.length,
    answer: answerOf(figures),
    figures,
  };
}

/** What a device that is fast enough does not exceed. */
const LIMITS = { 'tick to pixel, p95': 50, 'worker load': 50 } as const;

/** Whether a device is fast enough, and by which limit not. */
export function answerOf(figures: Figures): string {
  const asked = Object.entries(LIMITS).map(([name, limit]) => {
    const { value = null, unit = '' } = figures[name] ?? {};
    return { value, limit, shown: `${name} ${value ?? '--'} ${unit}`, bound: `${limit} ${unit}` };
  });
  const over = asked.filter(({ value, limit }) => value !== null && value > limit);
  const unknown = asked.filter(({ value }) => value === null);
  const said = (which: typeof asked, between: string) =>
    which.map(({ shown, bound }) => `${shown}${between}${bound}`).join('; ');
  if (over.length > 0) return `No, it is too slow: ${said(over, ', more than ')}`;
  return unknown.length > 0
    ? `Not known: ${said(unknown, ' of at most ')}`
    : `Yes, it is fast enough: ${said(asked, ' of at most ')}`;
}

/** Medians over the seconds, unless the name says otherwise. */
export function figuresOf(readings: readonly HudReading[]): Figures {
  const of = (pick: (reading: HudReading) => number | undefined) =>
    readings.flatMap((reading) => pick(reading) ?? []).toSorted((a, b) => a - b);
  const figure = (unit: string, value: number | undefined): DeviceFigure => ({
    unit,
    value: value === undefined ? null : Math.round(value * 10) / 10,
  });
  const median = (values: readonly number[]) => values[values.length >> 1];
  const perMinute = (values: readonly number[]) =>
    values.length === 0 ? undefined : (values.reduce((sum, one) => sum + one, 0) * 60) / values.length;
  const loads = of(({ vitals }) => vitals && vitals.load * 100);
  const heap = of(({ heapBytes }) => heapBytes && heapBytes / 2 ** 20);
  const long = of(({ longFrames }) => longFrames?.count);
  return {
    'frames per second': figure('/s', median(of(({ framesPerSecond }) => framesPerSecond))),
    'frames missed': figure('/min', perMinute(of(({ missedFrames }) => missedFrames))),
    'tick to pixel, p50': figure('ms', median(of(({ tickToPixelMs }) => tickToPixelMs.p50))),
    'tick to pixel, p95': figure('ms', median(of(({ tickToPixelMs }) => tickToPixelMs.p95))),
    'input delay, p95': figure('ms', median(of(({ inputDelayP95Ms }) => inputDelayP95Ms))),
    'long frames': figure('/min', perMinute(long)),
    'longest frame': figure('ms', of(({ longFrames }) => longFrames?.longestMs).at(-1)),
    'worker load': figure('%', median(loads)),
    'worker load, highest': figure('%', loads.at(-1)),
    'memory, highest': figure('MB', heap.at(-1)),
  };
}
