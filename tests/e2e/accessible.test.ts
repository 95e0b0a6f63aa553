import { AxeBuilder } from '@axe-core/playwright';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../helpers/chromium.ts';
import { type Product, startProduct } from '../helpers/product.ts';

const ROUTES = ['/', '/trade', '/order', '/rank', '/product', '/language', '/login', '/user', '/mine/system'];
const LOOKS = [
  { theme: 'dark', width: 360, height: 740 },
  { theme: 'light', width: 390, height: 844 },
] as const;

let product: Product;
let browser: Browser;
beforeAll(async () => {
  product = await startProduct();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe.each(LOOKS)('in the $theme theme, $width px wide', ({ theme, width, height }) => {
  it('every screen is free of axe findings and of sideways scrolling', async () => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: true,
      isMobile: true,
      colorScheme: theme,
      baseURL: product.url,
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    const page = await context.newPage();
    await page.goto('/login');
    const loggedOut = await findings('/login');
    await page.getByRole('button', { name: '使用模擬帳戶' }).waitFor();
    await page.evaluate(() => localStorage.clear());
    await enterDemoInChinese();
    const found = [...loggedOut];
    for (const route of ROUTES.filter((one) => one !== '/login')) {
      await page.goto(route);
      found.push(...(await findings(route)));
    }
    expect(found).toEqual([]);
    await context.close();

    async function enterDemoInChinese(): Promise<void> {
      await page.goto('/login');
      await page.getByRole('button', { name: '使用模擬帳戶' }).tap();
      await page.waitForURL((to) => to.pathname !== '/login');
    }

    async function findings(route: string): Promise<string[]> {
      await page.locator('h1, [role="heading"]').first().waitFor();
      await page.waitForTimeout(800);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      return [
        ...violations.map(({ id, nodes }) => `${route}: ${id} ${nodes[0]?.html.slice(0, 160)}`),
        ...(wide > 0 ? [`${route}: ${wide} px too wide`] : []),
      ];
    }
  });
});
