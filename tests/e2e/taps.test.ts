import { expect, it } from 'vitest';
import { DAY } from '../../bench/input/day.ts';
import { LIST_ROWS, takePhone } from '../../bench/probe/phone.ts';
import { takeFinger } from '../helpers/finger.ts';
import { openScene } from './scene.ts';

/* The rule of docs/performance/touch-latency.md at each tap that the bench measures. It counts, so no machine is too slow for it. */

const scene = openScene();

/** Of a click: the elements that its own task has added and removed. */
type Changes = readonly [added: readonly string[], removed: readonly string[]];

/** Longer than a sheet takes to close. */
const STILL_FRAMES = 20;

/** Runs in the page before its own scripts. */
const NOTE_CLICKS = `
  window.clicks = [];
  const nameOf = (node) => node.tagName + '.' + node.getAttribute('class');
  const namesOf = (lists) => lists.flatMap((list) => [...list].filter((node) => node instanceof Element))
    .flatMap((node) => [node, ...node.querySelectorAll('*')]).map(nameOf);
  addEventListener('click', () => {
    const changes = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    observer.observe(document, { subtree: true, childList: true });
    // Before any other task that waits, as of rows that are still being drawn.
    scheduler.postTask(() => {
      changes.push(...observer.takeRecords());
      observer.disconnect();
      window.clicks.push(['addedNodes', 'removedNodes'].map((kind) => namesOf(changes.map((one) => one[kind]))));
    }, { priority: 'user-blocking' });
  }, { capture: true });
  // A sheet that is still closing would be removed together with what the next tap changes.
  window.untilStill = () => new Promise((resolve) => {
    let frames = 0;
    const observer = new MutationObserver(() => { frames = 0; });
    observer.observe(document, { subtree: true, childList: true });
    const look = () => {
      if (++frames < ${STILL_FRAMES}) return requestAnimationFrame(look);
      observer.disconnect();
      resolve();
    };
    look();
  });
`;

it('each tap of a day is answered by style or one new element; it renders and removes nothing in its own task', async () => {
  const { page, context, cdp } = await takePhone(scene.browser, { probes: [NOTE_CLICKS] });
  try {
    await page.goto(scene.product.url);
    // The rows that came with the page give way to the app's own.
    await page.locator('#first').waitFor({ state: 'detached' });
    await page.locator(LIST_ROWS).first().waitFor();
    const finger = await takeFinger(cdp);
    const large: (readonly [tap: string, ...Changes])[] = [];
    for (const { name, target } of DAY) {
      await target(page).waitFor();
      await page.evaluate('untilStill().then(() => { clicks.length = 0; })');
      await finger.tap(target(page));
      await expect.poll(() => page.evaluate<number>('clicks.length')).toBeGreaterThan(0);
      const clicks = await page.evaluate<readonly Changes[]>('clicks');
      for (const [added, removed] of clicks)
        if (added.length > 1 || removed.length > 0) large.push([name, added, removed]);
    }
    expect(large).toEqual([]);
  } finally {
    await context.close();
  }
});
