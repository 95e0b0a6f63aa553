import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { operatorOf } from '../helpers/operator.ts';
import { startProduct } from '../helpers/product.ts';
import { choosePicture, errors, field, submit } from './forms.ts';
import { handTo, joinAsMember, rowsOf } from './member.ts';
import { openPhone } from './phone.ts';
import { openStage, type SharedProduct } from './stage.ts';

const stage = openStage();

async function openAs(email: string, product: SharedProduct = stage.product) {
  const phone = await openPhone(stage.browser, product.url);
  const member = await joinAsMember(product, email);
  await handTo(phone, member);
  return { ...phone, uid: member.uid };
}

async function sendPapers(page: Page): Promise<void> {
  await field(page, 'name').fill('Ann Other');
  await field(page, 'cardId').fill('X1234567');
  await choosePicture(page, 'front');
  await choosePicture(page, 'back');
  await submit(page);
  await page.getByText('Under review').waitFor();
}

async function waitingPapers(uid: number): Promise<string> {
  const [papers] = await rowsOf(stage.operator, uid, 'identity');
  return String(papers?.id);
}

async function payIn(page: Page, coins: string): Promise<void> {
  await page.getByRole('tab', { name: 'Coin' }).tap();
  await field(page, 'amount').fill(coins);
  await choosePicture(page, 'proof');
  await submit(page);
  await page.getByText(`${coins}.00 USDT`).waitFor();
}

describe('real-name verification', () => {
  // spec: 2.30 3.17 4.13 5.6 6.5 7.27 7.28
  it('goes from the form to the review, back with a reason, to the review again, and ends as verified', async () => {
    const { page, context, uid } = await openAs('ann@review.example');
    await page.goto('/mine/auth');
    await submit(page);
    expect(await errors(page)).toEqual([
      'Please enter your name',
      'Please enter your ID number',
      'Please upload the front and back of your passport/ID',
      'Please upload the front and back of your passport/ID',
    ]);
    await sendPapers(page);
    await stage.operator.rows('identity', 'reject', {
      id: await waitingPapers(uid),
      remark: 'A corner is missing.',
    });
    await page.reload();
    await page.getByText(/^Your documents were rejected: .?A corner is missing\../).waitFor();
    await sendPapers(page);
    await page.reload();
    await page.getByText('Under review').waitFor();
    await stage.operator.rows('identity', 'approve', { id: await waitingPapers(uid) });
    await page.reload();
    await page.getByText('Your identity has been confirmed.').waitFor();
    expect(await page.locator('form').count()).toBe(0);
    await context.close();
  });
});

describe('a deposit', () => {
  // spec: 1.5 2.36 3.10 4.14 7.37 7.38
  it('is being checked until it is booked, rejected with a remark, or invalid', async () => {
    const { page, context, problems, uid } = await openAs('bob@review.example');
    await page.goto('/mine/charge');
    for (const coins of ['11', '12', '13', '14']) await payIn(page, coins);
    expect(await page.locator('[data-state="unchecked"]').count()).toBe(4);
    const sent = await rowsOf(stage.operator, uid, 'deposits');
    const idOf = (coins: number) => String(sent.find(({ number }) => number === coins)?.id);
    await stage.operator.rows('deposits', 'approve', { id: idOf(11) });
    await stage.operator.rows('deposits', 'reject', { id: idOf(12), remark: 'Sent from an exchange.' });
    await stage.operator.rows('deposits', 'invalidate', { id: idOf(13) });
    await page.reload();
    await page.getByRole('tab', { name: 'Records' }).tap();
    await page.locator('[data-state="finished"]').waitFor();
    const stateOf = (coins: string) =>
      page
        .locator('div:has(> [data-state])')
        .filter({ hasText: `${coins}.00 USDT` })
        .textContent();
    expect(await stateOf('11')).toContain('Credited');
    expect(await stateOf('12')).toMatch(/Rejected.*Sent from an exchange\./);
    expect(await stateOf('13')).toContain('Invalid');
    expect(await stateOf('14')).toContain('In review');
    expect(problems).toEqual([]);
    await context.close();
  });

  // spec: 5.12
  it('has no payment channel once the exchange offers none', async () => {
    const house = await startProduct();
    onTestFinished(() => house.stop());
    const operator = operatorOf(house.dataDir);
    const { page, context } = await openAs('cleo@review.example', house);
    for (const thing of ['deposit-coins', 'deposit-banks']) {
      for (const { id } of await operator.rows(thing, 'list'))
        await operator.rows(thing, 'remove', { id: String(id) });
    }
    await page.goto('/mine/charge');
    await page.getByText('There is no payment channel for this currency account').waitFor();
    await page.getByRole('tab', { name: 'Bank wire' }).tap();
    await page.getByText('There is no payment channel for this currency account').waitFor();
    expect(await page.locator('form').count()).toBe(0);
    await context.close();
  });
});
