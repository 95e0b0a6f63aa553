import { afterEach, expect, it, vi } from 'vitest';
import { sendPinchAsWheel } from '../../../src/app/pinch-wheel.ts';
import { type CandleScene, candleScene } from './candle-scene.ts';

let stop = (): void => {};
afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

/** As Safari sends it. @returns whether Safari zooms the page */
const pinch = (target: Element, type: string, scale: number, clientX: number): boolean =>
  target.dispatchEvent(
    Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY: 100 }), {
      scale,
    }),
  );

const begin = async (touches: number): Promise<CandleScene> => {
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(touches);
  stop = sendPinchAsWheel();
  return candleScene({ candles: 600 });
};
const spanOf = ({ chart }: CandleScene): number => chart.view().span;

it("a pinch on a Mac's trackpad zooms the chart by what the fingers moved, and not the page", async () => {
  const now = await begin(0);
  const before = spanOf(now);
  const { left, width } = now.host.getBoundingClientRect();
  const pinches = [1, 1.25, 2].map((scale, i) =>
    pinch(now.host, i === 0 ? 'gesturestart' : 'gesturechange', scale, left + width / 2),
  );
  expect(pinches).toEqual([false, false, false]);
  expect(spanOf(now) / before).toBeCloseTo(0.5, 1);
  // A second pinch starts from the zoom that the first one left.
  pinch(now.host, 'gesturestart', 1, left + width / 2);
  expect(spanOf(now) / before).toBeCloseTo(0.5, 1);
});

it('a pinch beside the chart, or of fingers on the screen, stays with Safari', async () => {
  const mac = await begin(0);
  const before = spanOf(mac);
  expect(pinch(document.body, 'gesturestart', 1, 0)).toBe(true);
  expect(pinch(document.body, 'gesturechange', 2, 0)).toBe(true);
  stop();
  mac.end();
  const phone = await begin(5);
  expect(pinch(phone.host, 'gesturestart', 1, 100)).toBe(true);
  expect(pinch(phone.host, 'gesturechange', 2, 100)).toBe(true);
  expect(spanOf(phone)).toBe(before);
});
