import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../bench/rig/waiting.ts';
import { connectSource, SOURCE_TOKEN } from '../helpers/price-source.ts';
import { startProduct } from '../helpers/product.ts';
import { dealsOf, submitAs } from './deals.ts';
import { handTo, joinAsDemo } from './member.ts';
import { instrumentNamed, openPhone } from './phone.ts';
import { openBrowser } from './scene.ts';

const browser = openBrowser();
const WAIT = { timeout: 60_000 };

it('an instrument without a new price is shown so with its time, opens nothing, and is closed at its next price', async () => {
  const port = await freePort();
  const product = await startProduct({
    FEED: 'push',
    FEED_LISTEN: `127.0.0.1:${port}`,
    FEED_TOKEN: SOURCE_TOKEN,
    FEED_STALE_MS: '3000',
  });
  onTestFinished(() => product.stop());
  const { url } = product;
  const source = await connectSource(`ws://127.0.0.1:${port}/v1/feed`, 'a');
  await source.ticks('BTCUSD', '60000');
  const member = await joinAsDemo(product);
  await submitAs(url, member, 'buy', 'BTCUSD', { cont: '0.01', multiple: '10' });
  const phone = await openPhone(browser(), url);
  await handTo(phone, member);
  const { page } = phone;
  const { Id } = await instrumentNamed(url, 'BTCUSD');
  await page.goto(`/trade?id=${Id}`);
  await page.getByText(/^No price for \d\d:\d\d:\d\d$/).waitFor(WAIT);
  await page
    .getByText(/^Last price .+\. Opening waits for a fresh one; closing is done at it$/)
    .waitFor(WAIT);
  for (const side of [/^Sell/, /^Buy/])
    await expect.poll(() => page.getByRole('button', { name: side }).isDisabled(), WAIT).toBe(true);

  await page.getByRole('link', { name: 'Quotes' }).tap();
  await page.getByRole('group', { name: 'Categories' }).getByRole('button', { name: 'Crypto' }).tap();
  const row = page.getByRole('list', { name: 'Quotes' }).locator('li').filter({ hasText: 'BTC/USD' });
  await expect.poll(() => row.textContent(), WAIT).toMatch(/No price\s*\d/);

  await page.goto('/order');
  await page.getByRole('button', { name: /^Close BTC/ }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).tap();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  // It waits at the exchange, which has no price for it.
  expect(await dealsOf(url, member, 'closed')).toEqual([]);
  source.tick('BTCUSD', '60001');
  await expect.poll(async () => (await dealsOf(url, member, 'closed')).length, WAIT).toBe(1);
  expect((await dealsOf(url, member, 'closed'))[0]).toMatchObject({ UpdatePrice: 60_001 });
}, 180_000);
