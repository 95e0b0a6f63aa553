import { expect, it } from 'vitest';
import { handTo, joinAsDemo } from './member.ts';
import { instrumentNamed, openPhone } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();

const TIMEOUT = { timeout: 90_000 };

it.each([
  [360, 'en', 'Offline'],
  [360, 'ru', 'Нет связи'],
  [320, 'de', 'Getrennt'],
] as const)(
  'at %d px the header of a demo account has its pair and "%s: %s" in full',
  async (width, language, word) => {
    const { product, browser } = scene;
    const { Id } = await instrumentNamed(product.url, 'EURUSD');
    const phone = await openPhone(browser, product.url);
    const { page, context } = phone;
    await handTo(phone, await joinAsDemo(product));
    await context.addInitScript((code) => localStorage.setItem('pipstream.language', code), language);
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/trade?id=${Id}`);
    await page.locator('header [data-look="live"]').waitFor();
    await page.locator('canvas').first().waitFor();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    const seen = () =>
      page.evaluate(() =>
        ['[data-look] > span', 'h1 .one-line'].map((selector) => {
          const node = document.querySelector(`header ${selector}`);
          const isCut = node !== null && node.scrollWidth > node.clientWidth;
          return `${node?.textContent}${isCut ? ', cut' : ''}`;
        }),
      );
    await expect.poll(seen, TIMEOUT).toEqual([word, 'EUR/USD']);
    await context.close();
  },
);
