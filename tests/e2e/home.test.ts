import type { BrowserContext, Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../shared/contract/language.ts';
import type { WireInstrument } from '../../shared/contract/market.ts';
import { submitAs } from './deals.ts';
import { caller } from './looks/ask.ts';
import { demoPhone, memberPhone } from './member.ts';
import { englishPhone, instrumentNamed } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();

it('home that is pulled down asks for instruments, sparklines and account again', async () => {
  const { page, context, problems } = await demoPhone(scene, 'block');
  const asked = new Map<string, number>();
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
  });
  await page.goto('/');
  await page.locator('li[aria-posinset="1"] canvas, li[aria-posinset="1"] img').first().waitFor();
  await page.getByRole('list', { name: 'Movers' }).locator('li').first().waitFor();
  const wanted = [
    '/v1/api/forex/trade_list',
    '/v1/api/forex/abbreviated_cache_kline',
    '/v1/api/main/account/forexDetail',
  ];
  const before = wanted.map((path) => asked.get(path) ?? 0);
  const cdp = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', { x: 150, y: 220 });
  for (let y = 240; y <= 420; y += 20) await touch('touchMove', { x: 150, y });
  await touch('touchEnd');
  await expect
    .poll(() => wanted.map((path, i) => (asked.get(path) ?? 0) > (before[i] ?? 0)), { timeout: 90_000 })
    .toEqual([true, true, true]);
  expect(problems).toEqual([]);
});

/** What hears swipes and pulls, and the movers, come after the rows. */
const whole = (page: Page): Promise<void> =>
  page.locator('.home-head [aria-busy]').first().waitFor({ state: 'attached' });

/** How long a finger rests before it leaves. */
const REST_MS = 100;

/** Moves a finger over the row, far to the left. */
async function swipeRow(page: Page, context: BrowserContext, name: string): Promise<void> {
  await whole(page);
  const box = await page.locator('li[aria-posinset]').filter({ hasText: name }).boundingBox();
  if (box === null) throw new Error(`${name} is not on the screen`);
  const [x, y] = [box.x + box.width * 0.7, box.y + box.height / 2];
  const cdp = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', { x, y });
  for (let way = 12; way <= 120; way += 12) await touch('touchMove', { x: x - way, y });
  // A finger that leaves at full speed begins a fling, of which the browser takes the next tap for the end.
  await page.waitForTimeout(REST_MS);
  await touch('touchMove', { x: x - 121, y });
  await touch('touchEnd');
}

it('a swiped row deals at its price, after a confirmation or with one tap, and says at the field what it refuses', async () => {
  const { page, context, problems } = await demoPhone(scene);
  const { Id: id } = await instrumentNamed(scene.product.url, 'EURUSD');
  await page.goto('/');
  await swipeRow(page, context, 'EUR/USD');
  const ticket = page.getByRole('dialog', { name: 'EUR/USD' });
  const lots = ticket.getByRole('textbox', { name: 'Lots' });
  await lots.fill('0.001');
  const buy = ticket.locator('[data-variant="buy"]:not(:disabled)');
  // Its face follows the field.
  await buy.filter({ hasNotText: '0.01' }).tap();
  await ticket.locator('[aria-invalid="true"]').waitFor();
  await lots.fill('0.02');
  await buy.filter({ hasText: '0.02' }).tap();
  const question = page.getByRole('dialog', { name: 'Please confirm your order' });
  await question.getByText('Value', { exact: true }).waitFor();
  await question.locator('[data-variant="buy"]').tap();
  await page.getByText(/^Bought 0\.02 EUR\/USD at /).waitFor();
  await ticket.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/');
  // As the settings do.
  await context.addInitScript(() => localStorage.setItem('pipstream.confirm-orders', 'false'));
  await page.reload();
  await swipeRow(page, context, 'EUR/USD');
  await ticket.locator('[data-variant="sell"]:not(:disabled)').filter({ hasText: '0.02' }).tap();
  await page.getByText(/^Sold 0\.02 EUR\/USD at /).waitFor();
  await ticket.waitFor();
  expect(await question.count()).toBe(0);
  await ticket.getByRole('button', { name: 'Trade' }).tap();
  await page.waitForURL(`**/trade?id=${id}`);
  await page.getByRole('button', { name: 'Close all' }).waitFor();
  expect(problems).toEqual([]);
});

it('invites a visitor who swipes a row, and opens the ticket once there is an account', async () => {
  const { page, context, problems } = await englishPhone(scene.browser, scene.product.url);
  await page.goto('/');
  await swipeRow(page, context, 'EUR/USD');
  const ticket = page.getByRole('dialog', { name: 'EUR/USD' });
  await ticket.getByRole('button', { name: 'Start with a demo account' }).tap();
  await ticket.locator('[data-variant="buy"]:not(:disabled)').waitFor();
  expect(await ticket.getByRole('button', { name: 'Start with a demo account' }).count()).toBe(0);
  await ticket.getByRole('button', { name: 'Close' }).tap();
  await ticket.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
});

it('has the account above the list, with equity, open profit and margin level, and leads to the portfolio', async () => {
  const { page, problems, member } = await demoPhone(scene);
  await submitAs(scene.product.url, member, 'buy', 'BTCUSD', { multiple: '10' });
  await page.goto('/');
  const strip = page.getByRole('link', { name: /^Portfolio/ });
  // The profit is live; the level is that of a position of 6,000 on 100,000.
  await strip.filter({ hasText: /(99|100),\d{3}\.\d\d USD Equity/ }).waitFor();
  await strip.filter({ hasText: /Profit and loss [+-]?\d+\.\d\d/ }).waitFor();
  await strip.filter({ hasText: 'Margin level >1,000%' }).waitFor();
  await strip.tap();
  await page.waitForURL('**/portfolio');
  await page.getByRole('heading', { name: 'Exposure' }).waitFor();
  await page.getByRole('link', { name: /^BTC\/USD long 0\.10 lots/ }).waitFor();
  expect(problems).toEqual([]);
});

it('a phone in landscape has four rows above its tabs, also before the list is scrolled', async () => {
  const { page } = await englishPhone(scene.browser, scene.product.url);
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto('/');
  const rows = page.getByRole('list', { name: 'Quotes' }).locator('li[aria-posinset]');
  await whole(page);
  const wholeRows = async () => {
    const tabs = await page.getByRole('navigation').boundingBox();
    const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
    return boxes.filter((box) => box && box.y > 0 && box.y + box.height <= (tabs?.y ?? 0)).length;
  };
  expect(await wholeRows()).toBe(4);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

it('has room for the whole name of every instrument in all languages on a phone of 360 px', async () => {
  const { page } = await englishPhone(scene.browser, scene.product.url);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const name = page.locator('li[aria-posinset="1"]').getByText('Euro / US Dollar', { exact: true });
  const cut: string[] = [];
  for (const lang of LANGUAGES) {
    const { list } = await caller(scene.product.url, { lang })('GET', '/v1/api/forex/trade_list');
    const names: readonly string[] = list.map(({ Name }: WireInstrument) => Name);
    expect(names.length).toBeGreaterThan(50);
    const hidden = await name.evaluate((node, all) => {
      const probe = node.cloneNode() as HTMLElement;
      node.after(probe);
      // Phones have narrower letters than a machine with DejaVu alone: in Noto Sans this text is 7.43 times the font size.
      const pen = document.createElement('canvas').getContext('2d');
      const { fontSize, fontFamily } = getComputedStyle(node);
      if (pen) pen.font = `100px ${fontFamily}`;
      const width = (pen?.measureText('Euro / US Dollar').width ?? 0) / 100;
      probe.style.fontSize = `${Number.parseFloat(fontSize) * Math.min(1, 7.43 / width)}px`;
      const parts = all.filter((text) => {
        probe.textContent = text;
        return probe.scrollHeight > probe.clientHeight + 1 || probe.scrollWidth > probe.clientWidth;
      });
      probe.remove();
      return parts;
    }, names);
    cut.push(...hidden);
  }
  expect(cut).toEqual([]);
});

it.each([
  [360, 740],
  [1000, 800],
])('shows a mover whole that the keyboard reaches, %i px wide', async (width, height) => {
  const { page } = await demoPhone(scene);
  await page.setViewportSize({ width, height });
  await page.goto('/');
  const movers = page.getByRole('list', { name: 'Movers' });
  const links = movers.getByRole('link');
  await links.first().focus();
  const hidden = () =>
    movers.evaluate((strip) => {
      const [box, link] = [strip, document.activeElement ?? strip].map((node) =>
        node.getBoundingClientRect(),
      );
      return Math.max((link?.right ?? 0) - (box?.right ?? 0), (box?.left ?? 0) - (link?.left ?? 0));
    });
  for (const link of await links.all()) {
    expect(await link.evaluate((node) => node === document.activeElement)).toBe(true);
    await expect.poll(hidden).toBeLessThan(1);
    await page.keyboard.press('Tab');
  }
});

it.each([
  ['a visitor', false],
  ['an account', true],
])('the first row of %s is where it was drawn, at 360x740', async (_, isMember) => {
  const { page } = isMember ? await demoPhone(scene) : await englishPhone(scene.browser, scene.product.url);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await whole(page);
  const box = async (selector: string) => (await page.locator(selector).first().boundingBox()) ?? undefined;
  const [row, header] = [await box('li[aria-posinset="1"]'), await box('header')];
  expect([header?.height, row?.height]).toEqual([48, 56]);
  // Below the hero of a visitor five rows are in sight.
  expect(row?.y).toBeLessThan(isMember ? 230 : 400);
  if (isMember) return;
  await page.locator('.home-hero svg path[d^="M"]').first().waitFor();
  await page.locator('.home-hero').getByText('EUR/USD', { exact: true }).waitFor();
  expect(await page.locator('.home-hero').getByRole('button').count()).toBe(1);
  await page.getByRole('button', { name: 'Log in' }).tap();
  await page.waitForURL('**/login');
});

it('a real account that is new sees what it needs first in place of the movers', async () => {
  const { page } = await memberPhone(scene, 'new-at-home@example.com');
  await page.goto('/');
  const steps = page.locator('.home-movers');
  await steps.getByRole('link', { name: 'Identity verification' }).waitFor();
  await steps.getByRole('link', { name: 'Deposit' }).tap();
  await page.waitForURL('**/mine/charge');
});

it('empty favourites offer six instruments with stars, and keep those that are starred', async () => {
  const { page } = await demoPhone(scene);
  await page.goto('/');
  await whole(page);
  await page.getByRole('button', { name: 'Favourites' }).tap();
  const offers = page.getByRole('region').getByRole('listitem');
  await expect.poll(() => offers.count()).toBe(6);
  await offers.first().getByRole('button').tap();
  await expect.poll(() => offers.count()).toBe(5);
  await page.locator('li[aria-posinset="1"]').waitFor();
});

describe('from opening the app', () => {
  /** Each element is tapped as soon as it can be. */
  async function tapThrough(...taps: ((page: Page) => Locator)[]) {
    const { page } = await englishPhone(scene.browser, scene.product.url);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    for (const tap of taps) await tap(page).tap();
    return page;
  }
  const demo = (page: Page) => page.getByRole('button', { name: 'Start with a demo account' });
  const row = (page: Page) =>
    page.locator(':root:has(.home-top) li[aria-posinset]').filter({ hasText: 'EUR/USD' });

  const buy = (on: Page) => on.locator('[data-variant="buy"]:not(:disabled)').first();
  const buyAtPrice = (on: Page) => on.getByRole('dialog').locator('[data-variant="buy"]:not(:disabled)');

  it('a filled demo order takes four taps', async () => {
    const page = await tapThrough(demo, row, buy, buyAtPrice);
    await page.getByText(/^Bought [\d.]+ EUR\/USD at /).waitFor();
  });

  it('one-tap trading takes two taps on the trade screen, and each tap is then an order', async () => {
    const page = await tapThrough(
      demo,
      row,
      (on) => on.getByRole('button', { name: 'One-tap trading' }),
      (on) => on.getByRole('alertdialog').getByRole('button').last(),
      buy,
    );
    await page
      .getByText(/Bought [\d.]+ EUR\/USD at /)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Close all' }).waitFor();
  });

  it('to close all takes two taps, and the sheet says what became of each', async () => {
    const page = await tapThrough(
      demo,
      row,
      buy,
      buyAtPrice,
      (on) => on.getByRole('button', { name: 'Close all' }),
      (on) => on.getByRole('dialog').getByRole('button', { name: 'Close 1' }),
    );
    await page.getByRole('dialog').getByText('1 of 1 executed').waitFor();
    await page.getByText('No positions here').waitFor({ state: 'attached' });
  });

  it('an alert takes four taps, at a price that is not reached at once', async () => {
    const page = await tapThrough(
      demo,
      row,
      (on) => on.locator('header').getByRole('button', { name: 'Alerts' }),
      (on) => on.getByRole('button', { name: 'Set alert' }),
    );
    await page.getByText('Alert set', { exact: true }).waitFor();
    await page.getByText(/^\d+ points away · once/).waitFor();
  });
});
