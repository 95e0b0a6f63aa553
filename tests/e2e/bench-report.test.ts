import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { sideBySide } from '../../bench/against/verdicts.ts';
import { judged } from '../../bench/figures/judge.ts';
import { differences } from '../../bench/report/compare.ts';
import { type HistoryEntry, historyEntry } from '../../bench/report/history-entry.ts';
import { againstPage, reportPage } from '../../bench/report/report-page.ts';
import { buildAssets } from '../../bench/report/write.ts';
import { compared, resultOf } from '../bench/samples.ts';
import { launchChromium } from '../helpers/chromium.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

interface Written {
  readonly text: string;
  /** Of the text, in parts of the canvas's width. */
  readonly left: number;
  readonly right: number;
}

/** Notes where texts are written on canvases. Injected before the page's script. */
const PROBE = `window.__written = [];
const { fillText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
  const { actualBoundingBoxLeft, actualBoundingBoxRight } = this.measureText(text);
  const { a, e } = this.getTransform();
  const part = (at) => (at * a + e) / this.canvas.width;
  window.__written.push({ text, left: part(x - actualBoundingBoxLeft), right: part(x + actualBoundingBoxRight) });
  fillText.call(this, text, x, y);
};`;

/** Share of the rows of a plot in which a run's column, at a part of the width, has the product's colour. */
const COLUMN = `(part) => {
  const canvas = document.querySelector('canvas');
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(Math.round(width * part) - 2, 0, 4, height);
  const isBlue = (at) => data[at + 2] - data[at] > 60 && data[at + 3] > 100;
  let rows = 0;
  for (let row = 0; row < height; row++)
    if ([0, 1, 2, 3].some((x) => isBlue((row * 4 + x) * 4))) rows++;
  return rows / height;
}`;

/** Shows a page of the bench. */
async function open(width: number, html: string): Promise<Page> {
  const file = join(temporaryFolder(), 'index.html');
  writeFileSync(file, html);
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: 'light' });
  await page.addInitScript({ content: PROBE });
  await page.goto(`file://${file}`);
  return page;
}

it.each([390, 1200])(
  'at %i px the report shows each run whole: its label, its mark and its interval',
  async (width) => {
    const result = resultOf({ engine: [compared('cost', 1)] }, { dirty: true });
    const run = historyEntry(result);
    const key = 'engine: cost';
    const at = (value: number, interval?: readonly [number, number]): HistoryEntry => ({
      ...run,
      figures: { [key]: value },
      intervals: interval === undefined ? {} : { [key]: interval },
    });
    // Only the last run has an interval, and it is as high as the axis.
    const history = [at(1), at(1), at(1, [0.5, 2])];
    const page = await open(width, reportPage(result, history, await buildAssets()));
    await page.locator('canvas').waitFor();
    await expect
      .poll(() => page.evaluate<Written[]>('window.__written').then((all) => all.map(({ text }) => text)))
      .toContain('0123456 A*');

    const written = await page.evaluate<Written[]>('window.__written');
    // The axis begins where the values do.
    expect(written.map(({ text }) => text)).not.toContain('0');
    for (const { text, left, right } of written) {
      expect(left, text).toBeGreaterThanOrEqual(0);
      expect(right, text).toBeLessThanOrEqual(1);
    }
    const runs = written
      .filter(({ text }) => text === '0123456 A*')
      .map(({ left, right }) => (left + right) / 2);
    const [first = Number.NaN, last = Number.NaN] = [Math.min(...runs), Math.max(...runs)];
    const drawnAt = (part: number) => page.evaluate<number>(`(${COLUMN})(${part})`);
    expect(await drawnAt(last)).toBeGreaterThan(0.4);
    expect(await drawnAt(first)).toBeLessThan(0.2);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  },
);

it.each([390, 1200])('at %i px the last of many runs has its label and its mark', async (width) => {
  const result = resultOf({ engine: [compared('cost', 1)] }, { dirty: true });
  const { dirty: _, ...clean } = historyEntry(result);
  const history = [...Array.from({ length: 23 }, () => clean), historyEntry(result)];
  const page = await open(width, reportPage(result, history, await buildAssets()));
  const labels = () =>
    page
      .evaluate<Written[]>('window.__written')
      .then((all) => all.map(({ text }) => text).filter((text) => text.startsWith('0123456')));
  await expect.poll(labels).toContain('0123456 A*');
  expect((await labels()).length).toBeGreaterThan(1);
});

const NAME =
  'decode, store, P&L and candles (minutes of 500 instruments, 6 periods of one) vs JSON.parse of a frame';

it.each([390, 1200])('at %i px no word of before and after is broken', async (width) => {
  const of = (ratio: number) => resultOf({ engine: [compared(NAME, ratio)] });
  const found = differences(of(2), of(1));
  const page = await open(width, reportPage(of(1), [], await buildAssets(), { found, why: [] }));
  for (const name of [/^better$/, /^\d+\.\d+$/])
    expect(await page.getByRole('cell', { name }).evaluate(LINES), String(name)).toBe(1);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

/** Number of lines of an element's text. */
const LINES = (element: Element): number => {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getClientRects().length;
};

it.each([390, 1200])('at %i px a comparison of two versions has room for its names', async (width) => {
  const turn = [judged('engine', compared(NAME, 1))];
  const figures = sideBySide([{ before: turn, after: turn }]);
  const page = await open(
    width,
    againstPage({ version: 'main', rounds: 6, figures, why: [] }, await buildAssets()),
  );
  const box = await page.getByRole('table').boundingBox();
  const whole = await page.getByRole('main').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  expect(box?.width).toBeGreaterThan((whole?.width ?? Number.NaN) * 0.8);
});
