import type { Page } from 'playwright';
import { expect } from 'vitest';

/** The texts on the page's canvases and where they were written last, CSS pixels of the canvas. */
interface Written {
  readonly [text: string]:
    | { readonly x: number; readonly y: number; readonly width: number; readonly nth: number }
    | undefined;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Notes what the chart writes, from the next page load on. */
export const noteTexts = (page: Page) =>
  page.addInitScript(() => {
    const written: Record<string, { x: number; y: number; width: number; nth: number }> = {};
    Object.assign(globalThis, { written });
    let nth = 0;
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, most) {
      const [r, { width }] = [devicePixelRatio, this.measureText(text)];
      written[text] = { x: x / r, y: y / r, width: width / r, nth: nth++ };
      if (most === undefined) fillText.call(this, text, x, y);
      else fillText.call(this, text, x, y, most);
    };
  });

/** Where a label is in the window, once the chart has written it: with an arrow behind it when its price is out of range. */
export async function placeOf(page: Page, label: string) {
  const place = () =>
    page.evaluate((label) => {
      const { written } = globalThis as unknown as { written: Written };
      return written[label] ?? written[`${label} ↓`] ?? written[`${label} ↑`];
    }, label);
  await expect.poll(place, { timeout: 30_000 }).toBeDefined();
  const at = await place();
  const box = await page.locator('canvas').first().boundingBox();
  if (!at || !box) throw new Error(`no ${label} on the chart`);
  return { x: box.x + at.x, y: box.y + at.y, end: box.x + at.x + at.width };
}

/** Drags a finger up or down from a place. */
export async function drag(page: Page, { x, y }: Place, dy: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Place[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x, y });
  for (let step = 1; step <= 10; step++) await touch('touchMove', { x, y: y + (dy * step) / 10 });
  await touch('touchEnd');
  await cdp.detach();
}
