import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { violationsOn } from './axe.ts';
import { openComputer } from './member.ts';
import { instrumentNamed, seeChanges } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown`);
  return box;
};

const LIST = 'aside:has(ul)';

it('a wide screen has the tabs at its side, the list beside every screen, and chart and ticket beside each other', async () => {
  const { page } = await openComputer(scene, 1280);
  await page.goto('/');
  const row = page.locator('aside li').filter({ hasText: 'GBP/USD' });
  await row.waitFor();
  await page.getByRole('heading', { level: 1, name: 'EUR/USD' }).waitFor();
  await seeChanges(row, 2);
  const [rail, list, chart, buy] = [
    await boxOf(page, 'nav'),
    await boxOf(page, LIST),
    await boxOf(page, '[role=application]'),
    await boxOf(page, '[data-variant="buy"]'),
  ];
  expect(rail).toMatchObject({ x: 0, y: 0, height: 800 });
  expect(list.x).toBe(rail.width);
  expect(chart.x).toBeGreaterThanOrEqual(list.x + list.width);
  expect(buy.x).toBeGreaterThan(chart.x + chart.width);
  expect(buy.x + buy.width).toBeGreaterThan(1240);
  // A row opens its instrument beside the list, which stays where it was scrolled to.
  await page.mouse.move(list.x + 100, 400);
  await page.mouse.wheel(0, 500);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  await page.locator('aside li').filter({ hasText: 'GBP/JPY' }).click();
  await page.getByRole('heading', { level: 1, name: 'GBP/JPY' }).waitFor();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  expect((await boxOf(page, LIST)).x).toBe(rail.width);
});

it('a wide screen has the positions of its instrument below the chart, unfolded, and a fill moves nothing', async () => {
  const { page, context } = await openComputer(scene, 1280);
  const { Id: id } = await instrumentNamed(scene.product.url, 'EURUSD');
  await context.addInitScript(() => localStorage.setItem('pipstream.confirm-orders', 'false'));
  await page.goto(`/trade?id=${id}`);
  const strip = page.getByRole('region', { name: 'Positions in this instrument' });
  const buy = page.locator('[data-variant="buy"]:not(:disabled)');
  await buy.waitFor();
  const places = async () => [
    await boxOf(page, '[role=application]'),
    await boxOf(page, 'section[aria-label="Positions in this instrument"]'),
    await boxOf(page, '[data-variant="buy"]'),
  ];
  const before = await places();
  const [chart, list] = before;
  expect(list?.x).toBe(chart?.x);
  expect(list?.y).toBeGreaterThanOrEqual((chart?.y ?? 0) + (chart?.height ?? 0));
  expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(800);
  await buy.click();
  await strip.getByRole('article').waitFor();
  expect(await places()).toEqual(before);
  await strip
    .getByRole('article')
    .getByRole('button', { name: /^Close EUR/ })
    .click();
  await strip.getByText('Closed').waitFor();
});

it('a wide screen has a chart of 55 % of the width, and folds its list by a button and by a key, for good', async () => {
  for (const width of [1100, 1280]) {
    const { page, context } = await openComputer(scene, width);
    const { Id: id } = await instrumentNamed(scene.product.url, 'EURUSD');
    await page.goto(`/trade?id=${id}`);
    const chart = page.getByRole('application', { name: /Latest/ });
    await chart.waitFor();
    const share = async () => ((await chart.boundingBox())?.width ?? 0) / width;
    expect(await share()).toBeGreaterThanOrEqual(0.55);
    await page.locator('aside li').first().waitFor();
    const fold = page.getByRole('button', { name: 'Show or hide the list of quotes' });
    await fold.click();
    await page.locator(LIST).waitFor({ state: 'hidden' });
    await expect.poll(share).toBeGreaterThan(0.65);
    await page.reload();
    await chart.waitFor();
    expect([await share(), await page.locator(LIST).count()]).toEqual([expect.closeTo(0.7, 1), 0]);
    expect(await fold.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('l');
    await page.locator('aside li').first().waitFor();
    await expect.poll(share).toBeLessThan(0.65);
    // A full screen covers tabs and list.
    await page.getByRole('button', { name: 'Full screen' }).click();
    await expect.poll(share).toBeGreaterThan(0.99);
    await page.locator('[data-variant="buy"]:not(:disabled)').click({ trial: true });
    await context.close();
  }
});

it('a wide screen passes the checks for screen readers, and nothing is wider than it', async () => {
  for (const [width, language] of [
    [1280, 'en'],
    [900, 'ar'],
  ] as const) {
    const { page, context } = await openComputer(scene, width, 800, language);
    const { Id: id } = await instrumentNamed(scene.product.url, 'EURUSD');
    for (const path of [`/trade?id=${id}`, '/order', '/mine/system']) {
      await page.goto(path);
      // By role: an outline that is being replaced is hidden.
      await page.getByRole('main').waitFor();
      await page.locator('aside li').first().waitFor();
      await page.getByRole('heading', { level: 1, name: /\S/ }).waitFor();
      const violations = await violationsOn(page, { rules: { 'target-size': { enabled: true } } });
      expect([path, language, violations]).toEqual([path, language, []]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await context.close();
  }
});

it('a wide login has one invitation to a demo account, says why it is refused, and leads on from there', async () => {
  const context = await scene.browser.newContext({
    viewport: { width: 1280, height: 800 },
    baseURL: scene.product.url,
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(90_000);
  await context.addInitScript(() => localStorage.setItem('pipstream.language', 'en'));
  const page = await context.newPage();
  await page.goto('/login?from=%2Forder');
  await page.getByRole('button', { name: 'Log in' }).last().waitFor();
  const demo = page.getByRole('button', { name: 'Start with a demo account' });
  const route = '**/api/user/createAccountDemoForU*';
  await context.route(route, (call) => call.fulfill({ json: { code: 4029, msg: 'Too many.', data: null } }));
  // Playwright refuses a name that two buttons have.
  await demo.click();
  await page.getByText('Too many.').waitFor();
  await context.unroute(route);
  await demo.click();
  await page.waitForURL('**/order');
});
