import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';
import type { CandleRow } from '../../../shared/domain/candle.ts';
import type { Period } from '../../../shared/domain/period.ts';
import styles from '../../../src/chart/CandleChart.module.css';
import type { RangeInView } from '../../../src/chart/chart-feed.ts';
import type { ChartLayer } from '../../../src/chart/chart-model.ts';
import { createLiveChart, type LiveChart, type LiveChartOptions } from '../../../src/chart/live-chart.ts';
import { createManualPageClock, type ManualPageClock } from './manual-page-clock.ts';
import '../../../src/styles/tokens.css';

export const WIDTH = 360;
export const HEIGHT = 300;
const MINUTE = 60;
/** 2026-11-20 00:00 UTC, a Friday. */
const START = 1_795_132_800;

/** A candle that rises when `at` is even; its prices identify it. */
export function row(at: number, from = START): CandleRow {
  const base = 100_000 + ((at * 37) % 400);
  const close = at % 2 === 0 ? base + 60 : base - 60;
  return [from + at * MINUTE, base, Math.max(base, close) + 30, Math.min(base, close) - 30, close, 10];
}

export const rows = (from: number, to: number): CandleRow[] =>
  Array.from({ length: to - from }, (_, i) => row(from + i));

export function reset(list: readonly CandleRow[], complete = true) {
  const columns = new Float64Array(list.length * 6);
  list.forEach((candle, i) => {
    candle.forEach((value, column) => {
      columns[column * list.length + i] = value;
    });
  });
  return { kind: 'reset', length: list.length, columns, values: new Float64Array(), complete } as const;
}

export interface CandleScene {
  readonly host: HTMLElement;
  readonly chart: LiveChart;
  readonly clock: ManualPageClock;
  /** The events that the chart has reported. */
  readonly told: {
    statuses: string[];
    crossed: (CandleRow | undefined)[];
    newest: CandleRow[];
    away: boolean[];
    asked: number;
    ranges: RangeInView[];
    pinned: (number | undefined)[];
    acts: number;
  };
  /** Applies an update, and paints. */
  draw(update: Parameters<LiveChart['apply']>[0]): void;
  /** Presses keys while the chart has the focus. */
  press(...keys: readonly string[]): void;
  /** Paints everything scheduled for the next frame. */
  paint(): void;
  /** Resolves once the chart has noticed a change of its size. */
  resized(): Promise<void>;
  end(): void;
}

interface CandleSceneOptions {
  /** Candles from the first one, painted. */
  readonly candles?: number;
  readonly period?: Period;
  readonly loadOlder?: () => Promise<boolean | undefined>;
  readonly height?: number;
  readonly quote?: LiveChartOptions['quote'];
}

/** A candle chart of its usual size, alone in the page, with a clock that the test controls. It ends with its test. */
export async function candleScene({
  candles,
  period = '1min',
  loadOlder,
  height = HEIGHT,
  quote,
}: CandleSceneOptions = {}): Promise<CandleScene> {
  const host = document.createElement('div');
  host.className = styles.host ?? '';
  host.style.cssText = `inline-size:${WIDTH}px;block-size:${height}px`;
  document.body.append(host);
  const told: CandleScene['told'] = {
    statuses: [],
    crossed: [],
    newest: [],
    away: [],
    asked: 0,
    ranges: [],
    pinned: [],
    acts: 0,
  };
  const clock = createManualPageClock();
  // From now on, since a time before the page began counts as its beginning.
  const { nowMs } = clock;
  const aheadMs = Date.now() - nowMs();
  touchedAtMs = () => nowMs() + aheadMs;
  const chart = createLiveChart(host, {
    clock,
    onStatus: (status) => told.statuses.push(status),
    onCross: (crossed) => told.crossed.push(crossed),
    onPin: (y) => told.pinned.push(y),
    onAct: () => told.acts++,
    onNewest: (newest) => told.newest.push(newest),
    onAway: (away) => told.away.push(away),
    ...(quote && { quote }),
    onRange: (range) => told.ranges.push(range),
    loadOlder() {
      told.asked++;
      return loadOlder?.() ?? Promise.resolve(undefined);
    },
  });
  chart.show({ period, precision: 5, clear: false });
  let noticed = () => {};
  // Observers are called in the order of their creation: this one after the chart's.
  const sizes = new ResizeObserver(() => requestAnimationFrame(() => noticed()));
  sizes.observe(host);
  const resized = () => new Promise<void>((done) => (noticed = done));
  const draw: CandleScene['draw'] = (update) => {
    chart.apply(update);
    clock.paint();
  };
  await resized();
  if (candles !== undefined) draw(reset(rows(0, candles)));
  let hasEnded = false;
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    touchedAtMs = undefined;
    sizes.disconnect();
    chart.destroy();
    host.remove();
  };
  onTestFinished(end);
  return {
    host,
    chart,
    clock,
    told,
    draw,
    press(...keys) {
      for (const key of keys) host.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    },
    paint: clock.paint,
    resized,
    end,
  };
}

export function canvasesOf({
  host,
}: Pick<CandleScene, 'host'>): readonly [under: HTMLCanvasElement, over: HTMLCanvasElement] {
  const [under, over] = host.querySelectorAll('canvas');
  if (!under || !over) throw new Error('the chart lacks a canvas');
  return [under, over];
}

/** The visible picture: both canvases, one over the other, each where it lies. */
export function shownOf(on: Pick<CandleScene, 'host'>): HTMLCanvasElement {
  const both = document.createElement('canvas');
  const [under, over] = canvasesOf(on);
  [both.width, both.height] = [under.width, under.height];
  const [lower, upper] = [under.getBoundingClientRect(), over.getBoundingClientRect()];
  const ctx = both.getContext('2d');
  ctx?.drawImage(under, 0, 0);
  ctx?.drawImage(over, 0, ((upper.top - lower.top) * under.height) / lower.height);
  return both;
}

/** Something that is drawn over the candles. */
export const lineAt = (points: number): ChartLayer => ({
  revision: 0,
  paint({ pen, theme }) {
    pen.horizontal(pen.row(points) ?? 0, theme.ink, []);
    return { rows: [], finish() {} };
  },
});

/** Waits until the browser has painted `count` frames. */
export async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((done) => requestAnimationFrame(done));
}

type Finger = readonly [x: number, y: number];

/** The time of touches on a scene: that of its clock. */
let touchedAtMs: (() => number) | undefined;

/** Fingers on the screen, by real browser input; positions are CSS pixels of this document. */
export async function touch(
  type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel',
  ...fingers: readonly Finger[]
) {
  const frame = window.frameElement?.getBoundingClientRect();
  await cdp().send('Input.dispatchTouchEvent', {
    type,
    touchPoints: fingers.map(([x, y], id) => ({ x: x + (frame?.left ?? 0), y: y + (frame?.top ?? 0), id })),
    ...(touchedAtMs && { timestamp: touchedAtMs() / 1_000 }),
  });
}

/** The mouse with its first button, by real browser input. */
export async function mouse(
  type: 'mousePressed' | 'mouseMoved' | 'mouseReleased',
  [x, y]: Finger,
): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect();
  const at = { x: x + (frame?.left ?? 0), y: y + (frame?.top ?? 0) };
  const buttons = type === 'mouseReleased' ? 0 : 1;
  await cdp().send('Input.dispatchMouseEvent', { type, ...at, button: 'left', buttons, clickCount: 1 });
}

/** One finger moves from one position to another in steps, and is lifted. */
export async function swipe(from: Finger, to: Finger, steps = 8): Promise<void> {
  const moveTo = (step: number) =>
    touch('touchMove', [
      from[0] + ((to[0] - from[0]) * step) / steps,
      from[1] + ((to[1] - from[1]) * step) / steps,
    ]);
  await touch('touchStart', from);
  for (let step = 1; step <= steps; step++) await moveTo(step);
  await touch('touchEnd');
  await frames(2);
}
