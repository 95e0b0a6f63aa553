import { HEADER } from '../../shared/bridge/market-frame.ts';
import type { Vitals } from '../../shared/bridge/worker-api.ts';
import { every, later } from '../clock.ts';
import { pageClock } from '../link/page-clock.ts';
import { link } from './link.ts';
import { watchFrames } from './live.ts';

/** Figures of page and engine over the last seconds; undefined where unknown. */
export interface HudReading {
  readonly framesPerSecond: number;
  /** Screen frames per second that passed without a new one of ours. */
  readonly missedFrames: number;
  /** From a tick's arrival in the worker until its frame was painted, ms. */
  readonly tickToPixelMs: { readonly p50: number | undefined; readonly p95: number | undefined };
  /** From a touch until its event handlers ran, ms. */
  readonly inputDelayP95Ms: number | undefined;
  readonly heapBytes: number | undefined;
  /** Frames of the last second that kept the page from answering for 50 ms or more; undefined where the browser does not say. */
  readonly longFrames: LongFrames | undefined;
  readonly vitals: Vitals | undefined;
}

interface LongFrames {
  readonly count: number;
  /** 0 if there were none. */
  readonly longestMs: number;
  /** The longest frame since the display was opened. */
  readonly worst: WorstFrame | undefined;
}

interface WorstFrame {
  readonly ms: number;
  /** The function that took most of it, with its file, as the source calls them; empty while unknown. */
  readonly culprit: string;
}

const PERIOD_MS = 1_000;
/** The part of each second in which frames are counted. */
const LOOK_MS = 120;
const SAMPLES = 128;
/** At most one tick in this many ms is followed to its paint: a timer for each frame costs too much. */
const FOLLOW_MS = 100;
/** Shorter events are not reported; browsers allow no smaller value. */
const LEAST_EVENT_MS = 16;

/** Measures and reports once a second. Returns stop. */
export function watchHud(report: (reading: HudReading) => void): () => void {
  const pictures = countPictures();
  const latencies = createSamples();
  const delays = createSamples();
  const long = watchLongFrames();
  let vitals: Vitals | undefined;
  let followedMs = 0;
  watchFrames((frame) => {
    const receivedMs = frame[HEADER.receivedAtMs] ?? Number.NaN;
    if (!(receivedMs >= followedMs + FOLLOW_MS)) return;
    followedMs = receivedMs;
    // The first task after the picture.
    later(0, () => latencies.add(pageClock.nowMs() - receivedMs));
  });
  const stops = [
    pictures.stop,
    watchFrames,
    watchInput(delays.add),
    long.stop,
    link().stream(
      (engine) => engine.vitals(),
      (next) => {
        vitals = next;
      },
    ),
    every(PERIOD_MS, () =>
      report({
        ...pictures.take(),
        tickToPixelMs: { p50: latencies.percentile(50), p95: latencies.percentile(95) },
        inputDelayP95Ms: delays.percentile(95),
        heapBytes: heapBytes(),
        longFrames: long.take(),
        vitals,
      }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The newest samples, at most `SAMPLES`. */
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

/**
 * Counts during a part of each second: requesting every frame would make the browser render all of them and cost more
 * than everything else here.
 */
function countPictures() {
  const intervals: number[] = [];
  /** The screen's frame interval: the median of the smoothest period so far. */
  let ownMs = 1000 / 60;
  let lastMs = 0;
  let untilMs = 0;
  let cancel = () => {};
  const next = () => {
    const now = pageClock.nowMs();
    if (lastMs > 0) intervals.push(now - lastMs);
    lastMs = now;
    if (now < untilMs) cancel = pageClock.frame(next);
  };
  const look = () => {
    intervals.length = 0;
    lastMs = 0;
    untilMs = pageClock.nowMs() + LOOK_MS;
    cancel = pageClock.frame(next);
  };
  look();
  return {
    stop: () => cancel(),
    take() {
      const seen = intervals.toSorted((one, other) => one - other);
      const tookMs = seen.reduce((sum, interval) => sum + interval, 0);
      ownMs = Math.min(ownMs, seen[seen.length >> 1] ?? ownMs);
      const missed = seen.reduce((sum, interval) => sum + Math.max(0, Math.round(interval / ownMs) - 1), 0);
      cancel();
      look();
      const aSecond = (count: number) => (tookMs === 0 ? 0 : Math.round((count * PERIOD_MS) / tookMs));
      return { framesPerSecond: aSecond(seen.length), missedFrames: aSecond(missed) };
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

/** A long animation frame, which the type library does not know yet. */
interface LongFrameEntry extends PerformanceEntry {
  readonly scripts?: readonly {
    readonly duration: number;
    readonly invoker: string;
    readonly sourceURL: string;
    readonly sourceFunctionName: string;
    /** Within the script's text; below 0 if unknown. */
    readonly sourceCharPosition: number;
  }[];
}

/** A function's place in a built script, and what its source calls it (`scripts/bundle/function-names.ts`). */
type NamedFunction = readonly [start: number, end: number, name: string];

function watchLongFrames() {
  const type = 'long-animation-frame';
  let durations: number[] = [];
  let worst: WorstFrame | undefined;
  const isKnown =
    'PerformanceObserver' in globalThis && PerformanceObserver.supportedEntryTypes.includes(type);
  const note = (frame: LongFrameEntry): void => {
    const ms = frame.duration;
    durations.push(ms);
    if (worst !== undefined && ms <= worst.ms) return;
    const built = { ms, culprit: culpritOf(frame) };
    worst = built;
    void sourceNameOf(frame).then((culprit) => {
      if (culprit !== undefined && worst === built) worst = { ms, culprit };
    });
  };
  const observer = isKnown ? new PerformanceObserver((list) => list.getEntries().forEach(note)) : undefined;
  observer?.observe({ type });
  return {
    stop: () => observer?.disconnect(),
    take(): LongFrames | undefined {
      if (observer === undefined) return undefined;
      const taken = durations;
      durations = [];
      return { count: taken.length, longestMs: Math.max(0, ...taken), worst };
    },
  };
}

/** The script that took most of a frame. */
const mostOf = ({ scripts = [] }: LongFrameEntry) => scripts.toSorted((a, b) => b.duration - a.duration)[0];

function culpritOf(frame: LongFrameEntry): string {
  const most = mostOf(frame);
  if (most === undefined) return '';
  const file = most.sourceURL.split('/').at(-1) ?? '';
  return [most.sourceFunctionName || most.invoker, file].filter((part) => part !== '').join(' ');
}

/** What the source calls it; undefined where the build does not say, as that of a development server. */
async function sourceNameOf(frame: LongFrameEntry): Promise<string | undefined> {
  const { sourceURL = '', sourceCharPosition: at = -1 } = mostOf(frame) ?? {};
  if (!sourceURL.startsWith(`${location.origin}/`) || !sourceURL.endsWith('.js')) return undefined;
  const beside = sourceURL.replace(/\.js$/, '.mjs');
  try {
    const { default: named }: { readonly default: readonly NamedFunction[] } = await import(
      /* @vite-ignore */ beside
    );
    return named.findLast(([start, end]) => start <= at && at < end)?.[2];
  } catch {
    return undefined;
  }
}

/** Only one family of browsers reports it. */
function heapBytes(): number | undefined {
  const memory: unknown = Reflect.get(performance, 'memory');
  const used: unknown =
    typeof memory === 'object' && memory !== null ? Reflect.get(memory, 'usedJSHeapSize') : undefined;
  return typeof used === 'number' ? used : undefined;
}
