import { expect, it } from 'vitest';
import { takeFinger } from '../helpers/finger.ts';
import { openPhone } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();

/** Records what the browser reports about loading the page. */
const PROBE = `window.seen = { largest: [], shifts: [] };
const observe = (type, take) =>
  new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
// An element that has left the page is not told: only the outline leaves it.
observe('largest-contentful-paint', ({ element }) =>
  window.seen.largest.push(element === null || element.closest('.boot') ? 'outline' : element.className));
observe('layout-shift', ({ sources }) =>
  window.seen.shifts.push(sources.map(({ node }) => node?.className ?? node?.nodeName).join()));`;

it('a first visit shifts no content, and no content outgrows its first outline', async () => {
  const { page, problems } = await openPhone(scene.browser, scene.product.url);
  await page.addInitScript({ content: PROBE });
  await page.goto('/');
  // The last changes: charts are drawn when the page is idle, and the chip loses its text when prices arrive.
  await page.locator('li[aria-posinset] img[src^="data:"]').first().waitFor({ state: 'visible' });
  await page.locator('[data-look="live"]').waitFor();
  // One frame: the browser tells of a shift after it.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  const seen = await page.evaluate<{ largest: string[]; shifts: string[] }>('window.seen');
  expect(seen.shifts).toEqual([]);
  expect(seen.largest.at(-1)).toBe('outline');
  expect(problems).toEqual([]);
}, 60_000);

it('a scrolling finger reaches no listener that re-renders the page', async () => {
  const { page, context } = await openPhone(scene.browser, scene.product.url);
  await page.goto('/');
  await page.locator('li[aria-posinset]').first().waitFor();
  const cdp = await context.newCDPSession(page);
  const { result } = await cdp.send('Runtime.evaluate', {
    expression: "Object.keys(getEventListeners(document.querySelector('#root')))",
    includeCommandLineAPI: true,
    returnByValue: true,
  });
  expect(result.value).toEqual(expect.arrayContaining(['touchstart', 'touchend', 'click']));
  expect(result.value).not.toContain('touchmove');
}, 60_000);

it('two quick taps on a row are two taps, not a zoom that delays the first one', async () => {
  const { page, context } = await openPhone(scene.browser, scene.product.url);
  await page.goto('/');
  const row = page.locator('li[aria-posinset] a').first();
  await row.waitFor();
  await page.evaluate(() => {
    const clicks: number[] = [];
    Object.assign(window, { clicks });
    window.addEventListener(
      'click',
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        clicks.push(visualViewport?.scale ?? 0);
      },
      { capture: true },
    );
  });
  const finger = await takeFinger(await context.newCDPSession(page));
  await finger.tap(row);
  await finger.tap(row);
  await expect.poll(() => page.evaluate('window.clicks'), { timeout: 5_000 }).toEqual([1, 1]);
}, 60_000);
