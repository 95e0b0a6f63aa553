import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { submitAs } from './deals.ts';
import { demoPhone } from './member.ts';
import { instrumentNamed } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();
const TIMEOUT = { timeout: 60_000 };

async function onTradeScreen(width: number, height: number, init: () => void = () => {}) {
  const phone = await demoPhone(scene);
  const { page, context } = phone;
  await context.addInitScript(init);
  await page.setViewportSize({ width, height });
  const { Id: id } = await instrumentNamed(scene.product.url, 'EURUSD');
  await page.goto(`/trade?id=${id}`);
  await page.getByRole('application', { name: /Latest/ }).waitFor();
  return { ...phone, path: `/trade?id=${id}` };
}

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (box === null) throw new Error('not on the screen');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};
const side = (page: Page, name: 'Buy' | 'Sell') => named(page, new RegExp(`^${name} 0`));

/** Whether a touch in the middle of it reaches it, as the page stands. */
const isReached = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [0.1, 0.5, 0.9].every((down) =>
      node.contains(document.elementFromPoint(left + width / 2, top + height * down)),
    );
  });

const named = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

interface Size {
  readonly width: number;
  readonly height: number;
}

async function expectAllInReach(page: Page, { width, height }: Size) {
  await page.setViewportSize({ width, height });
  await page.reload();
  await page.getByRole('application', { name: /Latest/ }).waitFor();
  await page.getByRole('region', { name: 'Positions in this instrument' }).waitFor();
  const lots = page.getByRole('textbox', { name: 'Lots', exact: true });
  await lots.waitFor();
  const touched = ['Increase Lots', /^Sell 0/, /^Buy 0/].map((name) => named(page, name));
  await expect
    .poll(() => Promise.all([lots, ...touched].map(isReached)), TIMEOUT)
    .toEqual([true, true, true, true]);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const size = Number(await lots.inputValue());
  await named(page, 'Increase Lots').tap();
  await named(page, new RegExp(`^Buy ${(size + 0.01).toFixed(2)} `)).waitFor();
  expect(await isReached(named(page, 'Decrease Lots'))).toBe(true);
  const chart = await boxOf(page.getByRole('application'));
  expect(Math.ceil(chart.width) * Math.ceil(chart.height)).toBeGreaterThanOrEqual(
    (height < 600 ? 1 / 3 : 0.4) * width * height,
  );
  // A tick puts its digits into another element.
  const price = page.getByText(/^\d\.\d{5}$/).first();
  const below = async () => (await price.boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  await expect.poll(below, TIMEOUT).toBeLessThan(chart.y);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

const SIZES: readonly Size[] = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
  { width: 360, height: 640 },
  { width: 320, height: 640 },
  { width: 390, height: 664 },
  { width: 360, height: 664 },
  { width: 360, height: 696 },
];

describe('the trade screen', () => {
  it.each([
    { what: 'with confirmations', confirmed: true, alone: { width: 320, height: 568 } },
    { what: 'with one-tap trading', confirmed: false, alone: { width: 390, height: 763 } },
  ])(
    'has price, a chart of two fifths (a third below 600 px), lots, Sell and Buy in reach without a scroll, $what and a position',
    async ({ confirmed, alone }) => {
      const { page, context, problems, member } = await onTradeScreen(
        390,
        844,
        confirmed ? undefined : () => localStorage.setItem('pipstream.confirm-orders', 'false'),
      );
      await submitAs(scene.product.url, member, 'buy', 'EURUSD');
      for (const size of [...SIZES, alone]) await expectAllInReach(page, size);
      expect(problems).toEqual([]);
      await context.close();
    },
  );

  it('shows where the price lies in the day, and how long the newest candle still takes', async () => {
    const { page, problems } = await onTradeScreen(360, 740);
    await page.getByText(/^Low \d\.\d{5}$/).waitFor();
    const [low, high] = [
      await boxOf(page.getByText(/^Low \d/)),
      await boxOf(page.getByText(/^High \d\.\d{5}$/)),
    ];
    expect(high.x).toBeGreaterThan(low.x + low.width);
    const left = page.getByText(/^[0-5]?\d:\d\d$/).first();
    const seconds = async () => {
      const [minutes = 0, rest = 0] = ((await left.textContent()) ?? '').split(':').map(Number);
      return 60 * minutes + rest;
    };
    const before = await seconds();
    expect(before).toBeLessThanOrEqual(60);
    await expect.poll(async () => (before - (await seconds()) + 60) % 60, TIMEOUT).toBeGreaterThan(1);
    await page.getByRole('radio', { name: '1D', exact: true }).locator('..').tap();
    await page
      .getByText(/^(\d\d?h|[0-5]?\d:\d\d)$/)
      .first()
      .waitFor();
    expect(problems).toEqual([]);
  });
});

describe('a phone in landscape', () => {
  it('has the drawing tools beside the chart, one tap away', async () => {
    const { page, problems } = await onTradeScreen(740, 360);
    const rail = page.getByRole('toolbar', { name: 'Chart' });
    const chart = await boxOf(page.getByRole('application'));
    for (const name of [
      'Horizontal line',
      'Trend line',
      'Fibonacci',
      'Undo',
      'Drawings',
      'Chart type and indicators',
    ]) {
      const tool = rail.getByRole('button', { name });
      const box = await boxOf(tool);
      expect([await isReached(tool), box.x + box.width <= chart.x + 1, box.width, box.height]).toEqual([
        true,
        true,
        44,
        44,
      ]);
    }
    expect(problems).toEqual([]);
  });
});

describe('going back', () => {
  const full = (page: Page) => page.getByRole('button', { name: 'Full screen' });
  const isFull = (page: Page) => full(page).getAttribute('aria-pressed');

  it.each([
    ['by a close watcher', (): void => {}],
    ['by the history where there are none', (): void => void Reflect.deleteProperty(window, 'CloseWatcher')],
  ])(
    'leaves the sheet over a full-screen chart first, then the full screen, then nothing more, %s',
    async (_, init) => {
      const { page, problems, path } = await onTradeScreen(360, 740, init);
      const isWatched = await page.evaluate(() => 'CloseWatcher' in window);
      // What Android's Back is to a close watcher.
      const goBack = () => (isWatched ? page.keyboard.press('Escape') : page.goBack());
      const entries = await page.evaluate(() => history.length);
      await full(page).tap();
      await expect
        .poll(async () => (await boxOf(page.getByRole('application'))).height, TIMEOUT)
        .toBeGreaterThan(570);
      await named(page, 'Chart type and indicators').tap();
      await page.getByRole('dialog').waitFor();
      await goBack();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await isFull(page)).toBe('true');
      await goBack();
      await expect.poll(() => isFull(page), TIMEOUT).toBe('false');
      expect(await page.evaluate(() => location.pathname + location.search)).toBe(path);
      if (isWatched) expect(await page.evaluate(() => history.length)).toBe(entries);
      expect(problems).toEqual([]);
    },
  );
});

describe('a phone that is turned', () => {
  it('has Sell and Buy beside a chart of two fifths, and the form as it was', async () => {
    const { page, problems } = await onTradeScreen(390, 844);
    await page.getByLabel('Lots', { exact: true }).fill('0.07');
    const shares = async (width: number, height: number) => {
      const box = await boxOf(page.getByRole('application'));
      // The layout counts in 64ths of a pixel.
      return (box.width * Math.ceil(box.height)) / (width * height);
    };
    const upright = { width: 390, height: 844 };
    const lying = { width: 844, height: 390 };
    for (const { width, height } of [upright, lying, upright]) {
      await page.setViewportSize({ width, height });
      const isLying = width > height;
      await expect
        .poll(async () => {
          const [sell, buy, shown] = [
            await boxOf(side(page, 'Sell')),
            await boxOf(side(page, 'Buy')),
            await boxOf(page.getByRole('region', { name: 'Chart' })),
          ];
          const isBeside = sell.x >= shown.right - 1;
          const isInReach = Math.max(sell.bottom, buy.bottom) <= height && buy.right <= width;
          return [isBeside, isInReach, sell.x < buy.x, (await shares(width, height)) >= 0.4];
        }, TIMEOUT)
        .toEqual([isLying, true, true, true]);
      expect(await page.getByLabel('Lots', { exact: true }).inputValue()).toBe('0.07');
      await side(page, 'Buy').tap({ trial: true });
    }
    expect(problems).toEqual([]);
  });
});
