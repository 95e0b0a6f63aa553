import type { HudReading } from '../../state/hud-meter.ts';
import { pageFacts } from '../../state/page-facts.ts';

export interface DeviceFigure {
  readonly unit: string;
  /** Null where the browser does not say. */
  readonly value: number | null;
}

/** What `npm run bench -- --compare A B` reads (`bench/report/devices.ts`). */
export interface DeviceResult {
  readonly format: 'pipstream-device';
  readonly device: string;
  readonly browser: string;
  readonly build: string;
  readonly seconds: number;
  readonly figures: Readonly<Record<string, DeviceFigure>>;
}

/** @param readings of the head-up display, one a second */
export function deviceResult(readings: readonly HudReading[]): DeviceResult {
  const { commit = 'unknown', browser, viewport, pixel_ratio } = pageFacts();
  const cores = navigator.hardwareConcurrency;
  return {
    format: 'pipstream-device',
    device: `${viewport.join('x')} at ${pixel_ratio}, ${cores} cores`,
    browser,
    build: commit,
    seconds: readings.length,
    figures: figuresOf(readings),
  };
}

/** Medians over the seconds, unless the name says otherwise. */
export function figuresOf(readings: readonly HudReading[]): Readonly<Record<string, DeviceFigure>> {
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
