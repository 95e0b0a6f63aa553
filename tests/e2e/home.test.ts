import { expect, it } from 'vitest';
import { joinAsDemo } from './member.ts';
import { englishPhone } from './phone.ts';
import { openStage } from './stage.ts';

const stage = openStage();

it('home that is pulled down asks for instruments, sparklines and account again', async () => {
  const { page, context, problems } = await englishPhone(stage.browser, stage.product.url, 'block');
  const { token } = await joinAsDemo(stage.product);
  await context.addInitScript((token) => localStorage.setItem('pipstream.token', token), token);
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
  await context.close();
});
