import type { CDPSession, Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { handTo, joinAsDemo } from './member.ts';
import { englishPhone, instrumentNamed, openPhone } from './phone.ts';
import { openStage } from './stage.ts';

const TIMEOUT = { timeout: 90_000 };
const stage = openStage();

const chart = (page: Page) => page.getByRole('region', { name: 'Chart' });
const side = (page: Page, name: 'Buy' | 'Sell') =>
  page.getByRole('button', { name: new RegExp(`^${name} 0`) });

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('not on the screen');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

describe('a phone that is turned', () => {
  it('has Sell and Buy beside a chart of two fifths, and the form as it was', async () => {
    const { page, context, problems } = await englishPhone(stage.browser, stage.product.url);
    await page.goto('/trade');
    await page.getByRole('application', { name: /Latest/ }).waitFor();
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
            await boxOf(chart(page)),
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
    await context.close();
  });
});

/** Presses the chart until the crosshair shows a candle older than the newest. */
async function pressLong(page: Page, cdp: CDPSession, down: number): Promise<void> {
  const { x, y, width, height } = await boxOf(page.getByRole('application'));
  const at = { x: Math.round(x + width / 3), y: Math.round(y + height * down) };
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  const opens = async () => {
    const newest = await page.getByRole('application').getAttribute('aria-label');
    const read = await page.getByText(/^O\s*\d.*C\s*\d/).textContent();
    return [/open ([\d.,]+), high/.exec(newest ?? '')?.[1], /O\s*([\d.,]+)/.exec(read ?? '')?.[1]];
  };
  await expect
    .poll(async () => {
      const [newest, read] = await opens();
      return newest !== undefined && read !== undefined && newest !== read;
    }, TIMEOUT)
    .toBe(true);
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Opens what can be done at the crosshair's price, and returns that price. */
async function openActions(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Order at this price' }).tap();
  const text = await page.getByRole('dialog').getByRole('heading', { name: /^At / }).textContent();
  return (text ?? '').replace(/[^\d.]/g, '');
}

describe('a long press on the chart', () => {
  it('reads the candle under it with its time, and offers a pending order and an alert at its price', async () => {
    const { product, browser } = stage;
    const phone = await openPhone(browser, product.url);
    const { page, context, problems } = phone;
    await handTo(phone, await joinAsDemo(product));
    const { Id: id } = await instrumentNamed(product.url, 'BTCUSD');
    await page.goto(`/trade?id=${id}`);
    await page.getByRole('application', { name: /Latest/ }).waitFor();
    const cdp = await context.newCDPSession(page);
    const sheet = page.getByRole('dialog');

    await pressLong(page, cdp, 0.6);
    await page
      .getByRole('status')
      .filter({ hasText: /\d{1,2}:\d\d, price [\d.]+\. Open [\d.]+, high [\d.]+, low [\d.]+, close [\d.]+$/ })
      .waitFor({ state: 'attached' });
    const target = await openActions(page);
    await sheet.getByRole('button', { name: 'Pending order' }).tap();
    const field = page.getByRole('textbox', { name: 'Price', exact: true });
    await expect.poll(() => field.inputValue(), TIMEOUT).toBe(target);
    await expect.poll(() => side(page, 'Buy').textContent(), TIMEOUT).toContain(target);
    await sheet.waitFor({ state: 'detached' });

    await page.evaluate(() => scrollTo(0, 0));
    await pressLong(page, cdp, 0.4);
    const level = await openActions(page);
    expect(Number(level)).toBeGreaterThan(Number(target));
    await sheet.getByRole('button', { name: 'New alert' }).tap();
    const typed = sheet.getByRole('textbox', { name: 'Price', exact: true });
    await expect.poll(() => typed.inputValue(), TIMEOUT).toBe(level);
    await sheet.getByRole('button', { name: 'Set alert' }).tap();
    await sheet.getByText(new RegExp(`^(rises|falls) to ${level}$`)).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
