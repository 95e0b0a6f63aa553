import type { Page } from 'playwright';
import { expect } from 'vitest';

/** The texts on the page's canvases and where they were written last, CSS pixels of the canvas. */
interface Written {
  readonly [text: string]:
    | { readonly x: number; readonly y: number; readonly width: number; readonly nth: number }
    | undefined;
}

/** From the end of a label's last text to the middle of its cross. */
const CROSS_PX = 21;
/** Beside the labels: the price axis, and what is written there. */
const AXIS_PX = 100;

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

/** Forgets what was written so far. */
export const forgetTexts = (page: Page) =>
  page.evaluate(() => {
    const { written } = globalThis as unknown as { written: Record<string, unknown> };
    for (const text of Object.keys(written)) delete written[text];
  });

/** What the chart has written, and in which rows. */
export const textsOn = (page: Page): Promise<readonly { readonly text: string; readonly y: number }[]> =>
  page.evaluate(() =>
    Object.entries((globalThis as unknown as { written: Written }).written).map(([text, at]) => ({
      text,
      y: at?.y ?? 0,
    })),
  );

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

/** The cross of a label, behind the last of its texts. */
export async function crossOf(page: Page, label: string): Promise<Place> {
  const { x, y } = await placeOf(page, label);
  const box = await page.locator('canvas').first().boundingBox();
  if (!box) throw new Error('no chart');
  const ends = await page.evaluate(
    ({ row, from, to }) => {
      const { written } = globalThis as unknown as { written: Written };
      return Object.values(written)
        .flatMap((one) => (one && Math.abs(one.y - row) < 2 && one.x >= from && one.x < to ? [one] : []))
        .toSorted((a, b) => b.nth - a.nth)
        .map((one) => ({ x: one.x, end: one.x + one.width }));
    },
    { row: y - box.y, from: x - box.x - 1, to: box.width - AXIS_PX },
  );
  // The last one that was written begins farthest from the edge.
  const start = Math.max(...ends.map((one) => one.x));
  const last = ends.find((one) => one.x === start);
  if (!last) throw new Error(`no text of ${label}`);
  return { x: Math.round(box.x + last.end + CROSS_PX), y: Math.round(y) };
}

/** @param meanwhile what is looked at before the finger leaves */
export async function drag(
  page: Page,
  from: Place,
  dy: number,
  meanwhile: () => Promise<unknown> = async () => {},
  dx = 0,
): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Place[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x: from.x, y: from.y });
  for (let step = 1; step <= 10; step++)
    await touch('touchMove', { x: from.x + (dx * step) / 10, y: from.y + (dy * step) / 10 });
  await meanwhile();
  await touch('touchEnd');
  await cdp.detach();
}

/** A tap by touch, as a finger makes it. */
export const touchAt = (page: Page, at: Place): Promise<void> => drag(page, at, 0);
