import { expect, it } from 'vitest';
import { askServed } from '../faults/served.ts';
import { dealsOf, submitAs } from './deals.ts';
import { handTo, joinAsDemo } from './member.ts';
import { instrumentNamed, openPhone } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene({ FEED_SEED: 'modes' });
const WAIT = { timeout: 90_000 };
const CODE = 'BTCUSD';

it('close-only lets a trader close alone, and a halt nothing: a stop that it held back closes afterwards', async () => {
  const { product, browser, operator } = scene;
  const { url } = product;
  const mode = (to: string) => operator.rows('instruments', 'mode', { code: CODE, mode: to });
  const member = await joinAsDemo(product);
  const first = await submitAs(url, member, 'buy', CODE, { multiple: '5' });
  const held = await submitAs(url, member, 'buy', CODE, { multiple: '5' });
  const phone = await openPhone(browser, url);
  const { page, context, problems } = phone;
  await handTo(phone, member);
  const { Id } = await instrumentNamed(url, CODE);

  await mode('close-only');
  await page.goto(`/trade?id=${Id}`);
  await page.getByText('Close only', { exact: true }).first().waitFor();
  await page.getByText('Close only for now: positions can be closed').first().waitFor();
  const buy = page.getByRole('button', { name: /^Buy/ }).first();
  await expect.poll(() => buy.isDisabled(), WAIT).toBe(true);
  await page.goto('/order');
  const closeOf = (nth: number) => page.getByRole('button', { name: /^Close BTC\/USD/ }).nth(nth);
  // Both are in one row, which closes either all or, unfolded, one of its parts.
  await page.getByRole('button', { name: 'BTC/USD, details', exact: true }).tap();
  await closeOf(1).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).tap();
  await expect.poll(async () => (await dealsOf(url, member, 'closed')).length, WAIT).toBe(1);

  // Without a reload of the page.
  await page.goto(`/trade?id=${Id}`);
  await page.getByText('Close only', { exact: true }).first().waitFor();
  await mode('halted');
  await page.getByText('Halted', { exact: true }).first().waitFor();
  await page.getByText('Trading is halted').first().waitFor();
  await page.goto('/order');
  await expect.poll(() => closeOf(0).isDisabled(), WAIT).toBe(true);
  const [left] = await dealsOf(url, member, 'open');
  expect([first.Id, held.Id]).toContain(left?.Id);
  const price = async () => (await instrumentNamed(url, CODE)).ForexQuotations.Close;
  const stops = async () => {
    const now = await price();
    const around = { stop_loss_price: (now - 2).toFixed(2), target_profit_price: (now + 2).toFixed(2) };
    const fields = { id: String(left?.Id), ...around };
    const { code } = await askServed(url, '/v1/api/forex/set_stop_price', fields, { token: member.token });
    return code === 1 ? [now] : [];
  };
  const middle: number[] = [];
  await expect
    .poll(async () => {
      middle.push(...(await stops()));
      return middle.length;
    }, WAIT)
    .toBeGreaterThan(0);
  await expect.poll(async () => Math.abs((await price()) - (middle[0] ?? 0)) > 4, WAIT).toBe(true);
  expect(await dealsOf(url, member, 'open')).toHaveLength(1);

  await mode('open');
  await expect.poll(async () => (await dealsOf(url, member, 'open')).length, WAIT).toBe(0);
  const [ended] = await dealsOf(url, member, 'closed');
  expect(ended).toMatchObject({
    Id: left?.Id,
    CloseReason: expect.stringMatching(/^(stop-loss|take-profit)$/),
  });
  await page.goto(`/trade?id=${Id}`);
  await expect.poll(() => buy.isDisabled(), WAIT).toBe(false);
  expect(problems).toEqual([]);
  await context.close();
});

it('a restricted customer reads why an order is refused, and who closed a position', async () => {
  const { product, browser, operator } = scene;
  const { url } = product;
  const member = await joinAsDemo(product);
  const id = String(member.uid);
  const phone = await openPhone(browser, url);
  const { page, context, problems } = phone;
  await handTo(phone, member);
  const { Id } = await instrumentNamed(url, 'ETHUSD');
  await page.goto(`/trade?id=${Id}`);
  const reason = 'the journey of a test';
  await operator.rows('users', 'restrict', { id, state: 'close-only', reason });
  await page.getByRole('button', { name: /^Buy \d/ }).tap();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Buy [\d.]+ at/ })
    .tap();
  await page.getByText('Your account can only close positions for now').first().waitFor();
  await operator.rows('users', 'lift-restriction', { id, reason });
  const { Id: order } = await submitAs(url, member, 'buy', 'ETHUSD', { multiple: '5' });
  await page.keyboard.press('Escape');
  await page.goto('/order');
  const row = page.getByRole('article').filter({ hasText: 'ETH/USD' });
  await row.waitFor();
  await operator.rows('orders', 'close', { order: String(order), reason });
  await row.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'History' }).tap();
  await page
    .getByText(/^By the operator/)
    .first()
    .waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
