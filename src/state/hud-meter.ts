import { HEADER } from '../../shared/frame.ts';
import type { Vitals } from '../../shared/vitals.ts';
import { every, later } from '../clock.ts';
import { pageClock } from '../link/clock.ts';
import { engine } from './engine.ts';
import { watchFrames } from './live.ts';

/** How page and engine did in the last seconds; undefined where that is not known. */
export interface HudReading {
  readonly framesPerSecond: number;
  /** Frames of the screen that passed without a new picture. */
  readonly missedFrames: number;
  /** From a tick's arrival in the worker until its picture was drawn, ms. */
  readonly tickToPixelMs: { readonly p50: number | undefined; readonly p95: number | undefined };
  /** From a touch until somebody heard of it, ms. */
  readonly inputDelayP95Ms: number | undefined;
  readonly heapBytes: number | undefined;
  readonly vitals: Vitals | undefined;
}

const PERIOD_MS = 1_000;
const SAMPLES = 256;
/** Events shorter than this are not reported, which no browser does below it. */
const LEAST_EVENT_MS = 16;

/** Measures until the answer is called, and tells once a second. */
export function watchHud(tell: (reading: HudReading) => void): () => void {
  const pictures = countPictures();
  const latencies = createSamples();
  const delays = createSamples();
  let vitals: Vitals | undefined;
  let lastTickMs = 0;
  watchFrames((frame) => {
    const receivedMs = frame[HEADER.receivedAtMs] ?? Number.NaN;
    if (!(receivedMs > lastTickMs)) return;
    lastTickMs = receivedMs;
    // The first task after the picture.
    later(0, () => latencies.add(pageClock.nowMs() - receivedMs));
  });
  const stops = [
    pictures.stop,
    watchFrames,
    watchInput(delays.add),
    engine.stream(
      (to) => to.vitals(),
      (next) => {
        vitals = next;
      },
    ),
    every(PERIOD_MS, () =>
      tell({
        ...pictures.take(),
        tickToPixelMs: { p50: latencies.percentile(50), p95: latencies.percentile(95) },
        inputDelayP95Ms: delays.percentile(95),
        heapBytes: heapBytes(),
        vitals,
      }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The newest samples, of which there are at most `SAMPLES`. */
function createSamples() {
  const values = new Float64Array(SAMPLES);
  let count = 0;
  return {
    add(value: number): void {
      values[count % SAMPLES] = value;
      count++;
    },
    percentile(percent: number): number | undefined {
      const known = values.slice(0, Math.min(count, SAMPLES)).sort();
      return known[Math.min(known.length - 1, Math.floor((known.length * percent) / 100))];
    },
  };
}

function countPictures() {
  const intervals = new Float64Array(SAMPLES);
  let drawn = 0;
  let lastMs = pageClock.nowMs();
  let since = lastMs;
  /** The screen's own interval: the middle one of the smoothest second so far. */
  let ownMs = 1000 / 60;
  let cancel = () => {};
  const next = () => {
    const now = pageClock.nowMs();
    intervals[drawn % SAMPLES] = now - lastMs;
    lastMs = now;
    drawn++;
    cancel = pageClock.frame(next);
  };
  cancel = pageClock.frame(next);
  return {
    stop: () => cancel(),
    take() {
      const now = pageClock.nowMs();
      const seen = intervals.slice(0, Math.min(drawn, SAMPLES)).sort();
      ownMs = Math.min(ownMs, seen[seen.length >> 1] ?? ownMs);
      const missed = seen.reduce((sum, interval) => sum + Math.max(0, Math.round(interval / ownMs) - 1), 0);
      const taken = { framesPerSecond: (drawn * 1000) / (now - since), missedFrames: missed };
      [drawn, since] = [0, now];
      return taken;
    },
  };
}

function watchInput(add: (delayMs: number) => void): () => void {
  if (!('PerformanceObserver' in globalThis)) return () => {};
  const type = PerformanceObserver.supportedEntryTypes.includes('event') ? 'event' : 'first-input';
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry instanceof PerformanceEventTiming) add(entry.processingStart - entry.startTime);
  });
  observer.observe({ type, buffered: true, durationThreshold: LEAST_EVENT_MS } as PerformanceObserverInit);
  return () => observer.disconnect();
}

/** Told by one family of browsers alone. */
function heapBytes(): number | undefined {
  const memory: unknown = Reflect.get(performance, 'memory');
  const used: unknown =
    typeof memory === 'object' && memory !== null ? Reflect.get(memory, 'usedJSHeapSize') : undefined;
  return typeof used === 'number' ? used : undefined;
}
