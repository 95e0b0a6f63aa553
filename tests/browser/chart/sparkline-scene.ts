import { type ReadonlySignal, signal } from '@preact/signals-react';
import { expect, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import {
  createSparklinePlot,
  type SparklineBase,
  type SparklinePlot,
} from '../../../src/chart/sparkline-plot.ts';
import { createSparklineRenderer, SPARKLINE_SIZE } from '../../../src/chart/sparkline-renderer.ts';
import { frames } from './candle-scene.ts';
import { createManualPageClock } from './manual-page-clock.ts';
import '../../../src/styles/tokens.css';

export const SIZE = SPARKLINE_SIZE;
type Points = Float64Array | undefined;

const minutes = (closes: readonly number[]): Float64Array =>
  Float64Array.from([...closes.map((_, i) => i * 60), ...closes]);
export const rising = (): Float64Array => minutes([1, 2, 3, 4, 9]);
export const falling = (): Float64Array => minutes([9, 4, 3, 2, 1]);

interface SparklineSceneOptions {
  /** Delays the image of this call, counted from 1. */
  readonly delay?: (call: number) => Promise<void> | undefined;
  /** Waits for the browser's idle time as the product does, not for the clock's. */
  readonly usesBrowserIdle?: boolean;
}

/** A renderer with a clock that the test controls; its plots and images are counted. */
export function sparklineScene({ delay, usesBrowserIdle = false }: SparklineSceneOptions = {}) {
  const created = vi.fn(createSparklinePlot);
  const drawn = vi.fn<SparklinePlot['picture']>();
  const clock = createManualPageClock();
  const renderer = createSparklineRenderer({
    clock,
    ...(usesBrowserIdle ? {} : { whenIdle: clock.whenIdle }),
    loadPlot: async () => (size) => {
      const plot = created(size);
      return {
        async picture(points, base) {
          drawn(points, base);
          const wait = delay?.(drawn.mock.calls.length);
          const picture = plot.picture(points, base);
          await wait;
          return picture;
        },
      };
    },
  });
  const show = (
    id: number,
    points: ReadonlySignal<Points> = signal<Points>(rising()),
    base?: ReadonlySignal<SparklineBase | undefined>,
  ) => {
    const place = document.createElement('span');
    place.className = 'spark-row';
    document.body.append(place);
    const release = renderer.show({ place, id: instrumentId(id), points, base });
    return {
      place,
      leave() {
        release();
        place.remove();
      },
    };
  };
  /** Makes the page idle repeatedly until the check passes: the browser makes the images meanwhile. */
  const until = (check: () => void) =>
    vi.waitFor(
      () => {
        clock.idle();
        check();
      },
      { timeout: 30_000, interval: 10 },
    );
  const shown = (...places: readonly Element[]) => until(() => expect(places.every(isShown)).toBe(true));
  return { show, created, drawn, clock, until, shown };
}

/** The image in an element. */
export const imageIn = (place: Element): HTMLImageElement | null => place.querySelector('img');

export function isShown(place: Element): boolean {
  const image = imageIn(place);
  return (
    image?.checkVisibility({ visibilityProperty: true }) === true && image.complete && image.naturalWidth > 0
  );
}

function pixelsOf(place: Element): ImageData | undefined {
  const img = imageIn(place);
  if (img === null) return undefined;
  const canvas = new OffscreenCanvas(img.naturalWidth, img.naturalHeight);
  const ctx = canvas.getContext('2d');
  ctx?.drawImage(img, 0, 0);
  return ctx?.getImageData(0, 0, canvas.width, canvas.height);
}

/** The dominant colour of an image. @param grey what its inks may have more of one than of the other, a pixel */
export function colourOf(place: Element, grey = 0): 'green' | 'red' | 'none' {
  const pixels = pixelsOf(place)?.data ?? [];
  let [red, green, inked] = [0, 0, 0];
  for (let i = 0; i < pixels.length; i += 4) {
    red += pixels[i] ?? 0;
    green += pixels[i + 1] ?? 0;
    if ((pixels[i + 3] ?? 0) > 0) inked++;
  }
  return Math.abs(red - green) <= grey * inked ? 'none' : green > red ? 'green' : 'red';
}

/** How far from the top the dashed base lies, the row with the most full pixels, and the end of the line, in pixels. */
export function baseAndEnd(place: Element): { baseY: number; endY: number } | undefined {
  const image = pixelsOf(place);
  if (image === undefined) return undefined;
  const { width, height, data } = image;
  const isFull = (x: number, y: number): boolean => (data[(y * width + x) * 4 + 3] ?? 0) > 150;
  const rows = Array.from({ length: height }, (_, y) => y);
  const columns = Array.from({ length: width }, (_, x) => x);
  const counts = rows.map((y) => columns.filter((x) => isFull(x, y)).length);
  return {
    baseY: counts.indexOf(Math.max(...counts)),
    endY: rows.findIndex((y) => isFull(width - 1, y) || isFull(width - 2, y)),
  };
}

/** Counts, from now on, the listeners for scrolls, pixel density and themes that are added and removed. */
export function countListening(): () => { began: number; ended: number } {
  const heeded = (one: { readonly mock: { readonly calls: readonly (readonly unknown[])[] } }): number =>
    one.mock.calls.filter(([type]) => type === 'scroll' || type === 'dppxchange').length;
  const began = [document, window].map((target) => vi.spyOn(target, 'addEventListener'));
  const ended = [document, window].map((target) => vi.spyOn(target, 'removeEventListener'));
  const observed = vi.spyOn(MutationObserver.prototype, 'observe');
  const disconnected = vi.spyOn(MutationObserver.prototype, 'disconnect');
  const sum = (spies: readonly Parameters<typeof heeded>[0][]) =>
    spies.reduce((count, one) => count + heeded(one), 0);
  return () => ({
    began: sum(began) + observed.mock.calls.length,
    ended: sum(ended) + disconnected.mock.calls.length,
  });
}

const PAGE = { width: top?.innerWidth ?? 0, height: top?.innerHeight ?? 0, mobile: false };
const USUAL_RATIO = devicePixelRatio;

/**
 * Device pixels per CSS pixel; undefined restores the default. The size is passed unchanged: clearing the override
 * would remove the test runner's own viewport, and every click in the following files would miss.
 */
export async function setPixelRatio(ratio: number | undefined): Promise<void> {
  await cdp().send('Emulation.setDeviceMetricsOverride', {
    ...PAGE,
    deviceScaleFactor: ratio ?? USUAL_RATIO,
  });
  // A document in a frame gets it with its next size.
  const frame = window.frameElement;
  if (!(frame instanceof parent.window.HTMLElement)) return;
  const { width } = frame.style;
  for (const next of [`${innerWidth - 1}px`, width]) {
    frame.style.width = next;
    await frames(2);
  }
}
