import type { BrowserContext, Page } from 'playwright';
import { expect, it } from 'vitest';
import { CODE } from '../../shared/contract/codes.ts';
import { ROUTES } from '../../shared/contract/routes.ts';
import { englishPhone } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();

const LIST = ROUTES.getTradeList.path;
const EARLY = ROUTES.getFirstMiniKlines.path;
const BY_IDS = ROUTES.getMiniKline.path;

/** What a context asks for. */
interface Asked {
  /** How often for list, categories, and the sparklines of the first rows. */
  counts(): readonly number[];
  /** The sparklines that were asked for by ids; those of movers further down the list, too. */
  ids(): readonly string[];
  forget(): void;
}

function watchCalls(context: BrowserContext): Asked {
  let calls: URL[] = [];
  context.on('request', (request) => calls.push(new URL(request.url())));
  const of = (path: string) => calls.filter(({ pathname }) => pathname === path);
  return {
    counts: () => [LIST, ROUTES.getCategories.path, EARLY].map((path) => of(path).length),
    ids: () => of(BY_IDS).flatMap(({ searchParams }) => searchParams.get('forex_id')?.split(',') ?? []),
    forget() {
      calls = [];
    },
  };
}

/** The ids that the list begins with. */
async function firstIds(): Promise<readonly string[]> {
  const { data } = await (await fetch(`${scene.product.url}${EARLY}?limit=16`)).json();
  return Object.keys(data);
}

/** Until the last part of home, which is loaded some time after rows and sparklines. */
async function seeHome(page: Page): Promise<void> {
  await page.locator('li[aria-posinset] img[src^="data:"]').nth(5).waitFor();
  await page.locator('.home-head [aria-busy]').first().waitFor({ state: 'attached' });
}

it('a first visit asks for list, categories and sparklines once, also the next one does', async () => {
  const { page, context, problems } = await englishPhone(scene.browser, scene.product.url);
  const first = await firstIds();
  expect(first).toHaveLength(16);
  const asked = watchCalls(context);
  await page.goto('/');
  await seeHome(page);
  expect(asked.counts()).toEqual([1, 1, 1]);
  expect(asked.ids().filter((id) => first.includes(id))).toEqual([]);
  // The next start has the rows of this one before the list.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/news');
  // That screen asks for the list too, perhaps after the page has loaded: it must not count for the next start.
  await expect.poll(() => asked.counts(), { timeout: 90_000 }).toEqual([2, 2, 1]);
  asked.forget();
  await page.goto('/');
  await seeHome(page);
  expect(asked.counts()).toEqual([1, 1, 1]);
  expect(asked.ids().filter((id) => first.includes(id))).toEqual([]);
  // A screen is entered from another one: the list is loaded, as the specification says.
  await page.getByRole('link', { name: 'Trade', exact: true }).tap();
  await expect.poll(() => asked.counts(), { timeout: 90_000 }).toEqual([2, 2, 1]);
  expect(problems).toEqual([]);
});

it('the first sparklines do not wait for the list', async () => {
  const { page, context } = await englishPhone(scene.browser, scene.product.url, 'block');
  const asked = context.waitForEvent('request', (request) => request.url().includes(EARLY));
  await context.route(`**${LIST}*`, async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/');
  await seeHome(page);
});

it('favourites have their sparklines asked for by ids, not after the list, in whatever order', async () => {
  const { page, context } = await englishPhone(scene.browser, scene.product.url, 'block');
  const starred = (await firstIds()).slice(2, 9).toReversed().join();
  await context.addInitScript((ids) => {
    localStorage.setItem('pipstream.home-chip', '-1');
    localStorage.setItem('pipstream.home-sort', 'name-up');
    localStorage.setItem('pipstream.favourites', ids);
  }, starred);
  const asked = watchCalls(context);
  const early = context.waitForEvent('request', (request) => request.url().includes(BY_IDS));
  await context.route(`**${LIST}*`, async (route) => {
    await early;
    await route.continue();
  });
  await page.goto('/');
  await seeHome(page);
  expect(asked.counts()).toEqual([1, 1, 0]);
  expect(asked.ids().slice(0, 7).join()).toBe(starred);
  expect(new Set(asked.ids()).size).toBe(asked.ids().length);
});

it('an exchange that cannot choose the first sparklines is asked for them by ids, each once', async () => {
  const { page, context } = await englishPhone(scene.browser, scene.product.url, 'block');
  const first = await firstIds();
  const asked = watchCalls(context);
  await context.route(`**${EARLY}*`, (route) =>
    route.fulfill({ status: 404, json: { code: CODE.notFound, msg: '', data: null } }),
  );
  await page.goto('/');
  await seeHome(page);
  expect(asked.counts()).toEqual([1, 1, 1]);
  const ids = asked.ids();
  expect(ids.slice(0, 8)).toEqual(first.slice(0, 8));
  expect(new Set(ids).size).toBe(ids.length);
});
