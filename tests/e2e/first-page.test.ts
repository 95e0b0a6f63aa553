import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { openPhone, speakEnglish } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();
const PRICE = /^[\d,]+\.\d+$/;

/** A visit on which the app's own script waits for `release`. */
async function visit(kept: Readonly<Record<string, string>> = {}) {
  const { page, context, problems } = await openPhone(scene.browser, scene.product.url, 'block');
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await context.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await context.addInitScript((choices) => {
    for (const [name, value] of Object.entries(choices)) localStorage.setItem(`pipstream.${name}`, value);
  }, kept);
  return { page, context, problems, release };
}

const open = (page: Page) => page.goto('/', { waitUntil: 'commit' });
const firstRow = (page: Page) => page.locator('#first .quote-row').first();
const bones = (page: Page) => page.locator('.boot-row').first();

/** In each frame: how many prices and mini charts stand in the list, and whether the page's rows are there. */
const WATCH = `window.frames_ = []; window.shifts = [];
new PerformanceObserver((list) => list.getEntries().forEach(({ value, sources }) => {
  const what = sources.map(({ node, previousRect, currentRect }) =>
    (node?.outerHTML ?? node?.textContent ?? '').slice(0, 200) + [previousRect, currentRect].map(({ x, y, width }) => [x, y, width]).join(' to '));
  shifts.push(value + ' ' + what.join(' | '));
})).observe({ type: 'layout-shift', buffered: true });
const look = () => {
  const first = document.querySelector('#first');
  const prices = [...document.querySelectorAll('.quote-price')].filter((one) => /\\d/.test(one.textContent));
  const charts = document.querySelectorAll('.quote-spark :is(svg, img)');
  frames_.push([first?.checkVisibility() === true, prices.length, charts.length]);
  requestAnimationFrame(look);
};
requestAnimationFrame(look);`;

describe('the first page', () => {
  it('shows prices before any script of the app, grey once they are old, and without a gap until the app has its own', async () => {
    const { page, problems, release } = await visit();
    await open(page);
    await firstRow(page).waitFor();
    expect(await page.locator('#first .quote-row').count()).toBe(10);
    expect(await firstRow(page).locator('.quote-price').textContent()).toMatch(PRICE);
    expect(await bones(page).isVisible()).toBe(false);
    const ink = () =>
      firstRow(page)
        .locator('.quote-price')
        .evaluate((node) => getComputedStyle(node).color);
    const grey = await page.evaluate(() => {
      const grey = document.body.appendChild(document.createElement('i'));
      grey.style.color = 'var(--ink-3)';
      return getComputedStyle(grey).color;
    });
    await expect.poll(ink).toBe(grey);
    await page.evaluate(WATCH);
    release();
    await page.locator('li[aria-posinset]').nth(5).waitFor();
    await page.locator('#first').waitFor({ state: 'detached' });
    await page.locator('[data-look="live"]').waitFor();
    const frames = await page.evaluate<(readonly [boolean, number, number])[]>('window.frames_');
    expect(frames.filter(([, prices]) => prices < 5)).toEqual([]);
    const charts = frames[0]?.[2] ?? 0;
    expect(charts).toBeGreaterThan(0);
    expect(frames.filter(([, , shown]) => shown < charts)).toEqual([]);
    expect(await page.evaluate('window.shifts')).toEqual([]);
    expect(problems).toEqual([]);
  }, 120_000);

  it('has a row whose numbers have not arrived yet as the whole row will be', async () => {
    const { page } = await visit();
    await open(page);
    await firstRow(page).waitFor();
    const moved = await firstRow(page).evaluate((row) => {
      const chartAt = () => row.querySelector('.quote-spark')?.getBoundingClientRect().left ?? Number.NaN;
      const whole = chartAt();
      row.querySelector('.quote-numbers')?.remove();
      return chartAt() - whole;
    });
    expect(moved).toBe(0);
  });

  it.each([
    ['favourites', { favourites: '1,2' }],
    ['an order', { 'home-sort': 'name-up' }],
    ['a category', { 'home-chip': '2' }],
    ['a language that the exchange was not told', { language: 'en' }],
  ])(
    'shows the outline to who has chosen %s',
    async (_, kept) => {
      const { page, release } = await visit(kept);
      await open(page);
      await bones(page).waitFor();
      expect(await firstRow(page).isVisible()).toBe(false);
      release();
      await page.locator('li[aria-posinset]').first().waitFor();
    },
    120_000,
  );

  it('speaks the language that was chosen', async () => {
    const { page, context } = await openPhone(scene.browser, scene.product.url, 'block');
    await speakEnglish(page);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'pipstream_language', value: 'en', sameSite: 'Lax', path: '/' });
    await context.route('**/assets/*.js', () => {});
    await open(page);
    await firstRow(page).waitFor();
    expect(await firstRow(page).locator('.quote-mark').textContent()).toBe('Euro / US Dollar');
  }, 120_000);
});
