import { type ReadonlySignal, signal } from '@preact/signals-react';
import { expect, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { createSparkPlot, type SparkPlot } from '../../../src/chart/spark-plot.ts';
import { createSparkPress } from '../../../src/chart/spark-press.ts';
import { pageClock } from '../../../src/link/page-clock.ts';
import { frames } from './stage.ts';
import '../../../src/styles/tokens.css';

export const SIZE = { width: 72, height: 32 };
type Points = Float64Array | undefined;

const minutes = (closes: readonly number[]): Float64Array =>
  Float64Array.from([...closes.map((_, i) => i * 60), ...closes]);
export const rising = (): Float64Array => minutes([1, 2, 3, 4, 9]);
export const falling = (): Float64Array => minutes([9, 4, 3, 2, 1]);

/** A press whose plots and pictures are counted; `hold` may keep a picture back. */
export function pressed(hold: (call: number) => Promise<void> | undefined = () => undefined) {
  const made = vi.fn(createSparkPlot);
  const drawn = vi.fn<SparkPlot['picture']>();
  const press = createSparkPress(pageClock, async () => () => {
    const plot = made();
    return {
      async picture(points, size) {
        drawn(points, size);
        const wait = hold(drawn.mock.calls.length);
        const picture = plot.picture(points, size);
        await wait;
        return picture;
      },
    };
  });
  const hang = (id: number, points: ReadonlySignal<Points> = signal<Points>(rising())) => {
    const place = document.createElement('span');
    place.className = 'spark-row';
    document.body.append(place);
    const release = press.hang({ place, id: instrumentId(id), size: SIZE, points });
    return {
      place,
      leave() {
        release();
        place.remove();
      },
    };
  };
  return { hang, made, drawn };
}

/** What hangs there. */
export const imageIn = (place: Element): HTMLImageElement | null => place.querySelector('img');

export function isShown(place: Element): boolean {
  const image = imageIn(place);
  return (
    image?.checkVisibility({ visibilityProperty: true }) === true && image.complete && image.naturalWidth > 0
  );
}

export const shown = (...places: readonly Element[]): Promise<void> =>
  vi.waitFor(() => expect(places.every(isShown)).toBe(true), { timeout: 8_000, interval: 20 });

/** Which of the two colours of a direction a picture has more of. */
export function colourOf(place: Element): 'green' | 'red' | 'none' {
  const img = imageIn(place);
  if (img === null) return 'none';
  const canvas = new OffscreenCanvas(img.naturalWidth, img.naturalHeight);
  const ctx = canvas.getContext('2d');
  ctx?.drawImage(img, 0, 0);
  const pixels = ctx?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  let [red, green] = [0, 0];
  for (let i = 0; i < pixels.length; i += 4) {
    red += pixels[i] ?? 0;
    green += pixels[i + 1] ?? 0;
  }
  return red === green ? 'none' : green > red ? 'green' : 'red';
}

/** How often scrolls, pixels and looks began to be heeded since the call, and how often that ended. */
export function countHeeded(): () => { began: number; ended: number } {
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
 * Pixels of the device per CSS pixel; undefined is what it was. The size is given along as it is: clearing the override
 * would take the test runner's own viewport away, and every click of the files that follow would miss.
 */
export async function setPixelRatio(ratio: number | undefined): Promise<void> {
  await cdp().send('Emulation.setDeviceMetricsOverride', {
    ...PAGE,
    deviceScaleFactor: ratio ?? USUAL_RATIO,
  });
  // A document in a frame learns of it with its next size.
  const frame = window.frameElement;
  if (!(frame instanceof parent.window.HTMLElement)) return;
  const { width } = frame.style;
  for (const next of [`${innerWidth - 1}px`, width]) {
    frame.style.width = next;
    await frames(2);
  }
}
