import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright';
import { expect, it } from 'vitest';
import { root } from '../architecture/sources.ts';
import { mostBetween, SMOOTHING } from '../helpers/pictures.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { replayProcess as replay } from '../replay/cli/command.ts';
import { openScene } from './scene.ts';

const tape = join(root, 'tests/fixtures/tape-eurusd.csv');
// All prices have come: the market stands still while the phone's picture is taken.
const scene = openScene({ FEED: `ticks:EURUSD=${tape},XAUUSD=${tape},GBPUSD=${tape}`, FEED_SPEED: 'max' });

/** The same size, touch and rest as the browser that takes the pictures of a replay. */
async function phoneOf() {
  const context = await scene.browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    hasTouch: true,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    baseURL: scene.product.url,
  });
  context.setDefaultTimeout(15_000);
  // Recordings have no pictures of the exchange's.
  await context.route('**/*', (route) => {
    const isLogo = route.request().resourceType() === 'image' && !route.request().url().endsWith('/icon.svg');
    return isLogo ? route.abort() : route.continue();
  });
  await context.addInitScript(() => {
    if (localStorage.getItem('pipstream.language') === null) localStorage.setItem('pipstream.language', 'en');
  });
  return { context, page: await context.newPage() };
}

/** How the phone looks once nothing changes any more, without the recorder's dot, and when that was. */
async function looked(page: Page): Promise<{ readonly atMs: number; readonly picture: Buffer }> {
  // The dot, and what is said by the way, are no part of the app's picture.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('[data-mark], [popover]:not([data-phase])'))
      one.style.visibility = 'hidden';
  });
  let picture = await page.screenshot({ animations: 'disabled' });
  for (let equal = 0, tries = 0; equal < 6 && tries < 60; tries++) {
    await page.waitForTimeout(150);
    const next = await page.screenshot({ animations: 'disabled' });
    equal = next.equals(picture) ? equal + 1 : 0;
    picture = next;
  }
  return { atMs: await page.evaluate(() => Date.now()), picture };
}

const move = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path);

/** Also where the bar of Sell and Buy lies over it. */
const press = (control: Locator): Promise<void> => control.dispatchEvent('click');

/** Each step leaves the app on something that the user chose. */
const STEPS: readonly (readonly [name: string, act: (page: Page) => Promise<unknown>])[] = [
  [
    'a sorted category',
    async (page) => {
      await page.getByRole('button', { name: 'Sort' }).tap();
      const sheet = page.getByRole('dialog');
      await sheet.getByText('Name').last().tap();
      await sheet.waitFor({ state: 'hidden' });
      await page.getByRole('group', { name: 'Categories' }).getByRole('button').nth(2).tap();
    },
  ],
  ['an open sheet', (page) => page.getByRole('button', { name: 'Sort' }).tap()],
  [
    'hours with an indicator',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('list', { name: 'Quotes' }).getByRole('link').first().tap();
      await page.getByText('1H', { exact: true }).tap();
      await page.getByRole('button', { name: 'Chart type and indicators' }).tap();
      const sheet = page.getByRole('dialog');
      await sheet.getByText('Area', { exact: true }).tap();
      await sheet.getByRole('group', { name: 'Add an indicator' }).getByRole('button').nth(1).tap();
      await sheet.getByRole('button', { name: 'Close' }).tap();
      await sheet.waitFor({ state: 'hidden' });
    },
  ],
  [
    'a pending order with its stops in money',
    async (page) => {
      await press(page.getByRole('button', { name: 'Market' }));
      await press(page.getByRole('radio', { name: 'Pending' }));
      await press(page.getByRole('button', { name: 'SL none' }));
      await press(page.getByRole('radio', { name: 'Money' }));
      // A recording has no amounts: the replay begins the stop in the unit, not with what another unit's text became.
      await press(page.getByRole('button', { name: 'Remove: Stop loss' }));
      await press(page.getByRole('button', { name: 'SL none' }));
      await press(page.getByRole('button', { name: 'SL none' }));
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    },
  ],
  ['the chart’s settings', (page) => page.getByRole('button', { name: 'Chart type and indicators' }).tap()],
  [
    'a tab of the orders',
    async (page) => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('link', { name: 'Orders' }).tap();
      await page.getByRole('tab', { name: /Pending/ }).tap();
    },
  ],
  [
    'another theme',
    async (page) => {
      await move(page, '/mine/system');
      await press(page.getByRole('radio', { name: 'Dark' }));
    },
  ],
  [
    'another language',
    async (page) => {
      await move(page, '/language');
      await page.getByText('Deutsch').tap();
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de-DE');
      await move(page, '/order');
      await page.getByRole('tab').last().tap();
    },
  ],
];

it('a picture of a replay equals what the phone showed at that moment', async () => {
  const { page, context } = await phoneOf();
  await page.goto('/login?record');
  await page.getByRole('button', { name: 'Start with a demo account' }).tap();
  await page.waitForURL((to) => to.pathname !== '/login');
  await move(page, '/');
  await page.getByRole('list', { name: 'Quotes' }).getByRole('link').first().waitFor();
  const seen = [];
  for (const [name, act] of STEPS) {
    await act(page);
    seen.push({ name, ...(await looked(page)) });
  }
  await move(page, '/mine/diagnostics');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('main section').first().getByRole('button').last().tap(),
  ]);
  const file = join(temporaryFolder(), download.suggestedFilename());
  await download.saveAs(file);
  await context.close();
  const lines = gunzipSync(readFileSync(file)).toString();
  const startedAt = Date.parse(JSON.parse(lines.split('\n', 1)[0] ?? '').started_at);
  const folder = temporaryFolder();
  const at = seen.map(({ atMs }) => atMs - startedAt).join();
  const { status, said } = await replay(['shots', file, '--at', at, '--out', folder]);
  expect([status, said]).toEqual([0, '']);
  const shots = readdirSync(folder)
    .filter((one) => /^\d{9}\.png$/.test(one))
    .toSorted();
  const different: string[] = [];
  for (const [i, { name, picture }] of seen.entries()) {
    const shot = readFileSync(join(folder, shots[i] ?? ''));
    if ((await mostBetween(picture, shot)) >= SMOOTHING) different.push(name);
  }
  expect(different).toEqual([]);
});
