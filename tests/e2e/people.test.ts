import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { startProduct } from '../helpers/product.ts';
import { choosePicture, errors, field, picture, register, submit } from './forms.ts';
import { rowsOf } from './member.ts';
import { openPhone, speakEnglish } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();

async function open(): Promise<Awaited<ReturnType<typeof openPhone>>> {
  const phone = await openPhone(scene.browser, scene.product.url);
  await speakEnglish(phone.page);
  return phone;
}

const uidOn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const authorization = localStorage.getItem('pipstream.token') ?? '';
    const answer = await fetch('/api/user/info?t=1', { headers: { authorization } });
    return String(((await answer.json()) as { data: { uid: number } }).data.uid);
  });

describe('a customer', () => {
  // spec: 1.2 2.19 2.24 2.30 2.35 2.36 3.12 5.2 5.13 7.16 7.18 7.29 7.32 7.34
  it('registers, is verified, makes a deposit, and finds the money on the balance and in the ledger', async () => {
    const { page, problems } = await open();
    await register(page, scene.operator, 'ada@people.example', '?from=%2Fmine%2Fauth');
    await page.waitForURL('**/mine/auth');

    // Values typed during the upload of the pictures stay.
    await choosePicture(page, 'front');
    const sent = page.waitForResponse('**/api/common/image_upload');
    await field(page, 'back').setInputFiles(await picture(page));
    await field(page, 'name').fill('Ada Lovelace');
    await field(page, 'cardId').fill('X1234567');
    await sent;
    await page.locator('progress').waitFor({ state: 'detached' });
    await submit(page);
    await page.getByText('Under review').waitFor();
    const uid = await uidOn(page);
    const [{ id }] = await rowsOf(scene.operator, uid, 'identity');
    expect(await scene.operator.rows('identity', 'show', { id: String(id) })).toMatchObject([
      { name: 'Ada Lovelace' },
    ]);
    await scene.operator.rows('identity', 'approve', { id: String(id) });
    await page.reload();
    await page.getByText('Verified').first().waitFor();

    await page.goto('/mine/charge');
    await submit(page);
    expect(await errors(page)).toEqual([
      'Please enter the number of coins to be charged',
      'Please upload a picture of the payment',
    ]);
    await field(page, 'amount').fill('250.5');
    await choosePicture(page, 'proof');
    await submit(page);
    await page.getByText('250.50 USDT').waitFor();
    await page.getByText('In review').waitFor();
    const [deposit] = await rowsOf(scene.operator, uid, 'deposits');
    await scene.operator.rows('deposits', 'approve', { id: String(deposit?.id) });

    await page.goto('/user');
    await page.getByText('250.50').first().waitFor();
    await page.goto('/mine/history');
    await page.getByText('+250.500000').waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).tap();
    expect((await file).suggestedFilename()).toBe('pipstream-ledger.csv');
    expect(problems).toEqual([]);
  });

  // spec: 2.38 7.59 7.60
  it('chats with customer service, reads answers as they arrive, and sees the number of unread ones', async () => {
    const { page, problems } = await open();
    await register(page, scene.operator, 'cleo@people.example');
    const uid = await uidOn(page);
    await page.goto('/mine/chat');
    await page.getByText('No messages yet').waitFor();
    await page.getByPlaceholder('Message').fill('Is anybody there?');
    await page.getByRole('button', { name: 'Send', exact: true }).tap();
    await page.getByText('Delivered').waitFor();
    expect(await rowsOf(scene.operator, uid, 'chat')).toHaveLength(1);
    await scene.operator.rows('chat', 'answer', { uid, text: 'Yes, always.' });
    await page.getByText('Yes, always.').waitFor();

    await page.goto('/user');
    const row = page.getByRole('link', { name: /Customer service/ });
    await row.waitFor();
    await scene.operator.rows('chat', 'answer', { uid, text: 'Anything else?' });
    await expect.poll(() => row.textContent()).toContain('1');
    await row.tap();
    await page.getByText('Anything else?').waitFor();
    await page.goBack();
    await row.waitFor();
    expect(await row.textContent()).toBe('Customer service');
    expect(problems).toEqual([]);
  });
});

describe('an invitation', () => {
  // spec: 2.24 2.31 9.15
  it('opens the form with its code, and is counted for the inviter', async () => {
    const { page } = await open();
    await register(page, scene.operator, 'fay@people.example');
    const uid = await uidOn(page);
    await page.goto('/mine/invite');
    const link = (await page.getByText('invite_code=').textContent()) ?? '';
    const guest = await open();
    await guest.page.goto(link);
    expect(await field(guest.page, 'inviteCode').inputValue()).toBe(
      new URL(link).searchParams.get('invite_code'),
    );
    await register(guest.page, scene.operator, 'gil@people.example', new URL(link).search);
    expect((await scene.operator.rows('users', 'show', { id: uid }))[0]).toMatchObject({ invited: 1 });
    await guest.context.close();
  });
});

describe('an exchange that lists companies', () => {
  // spec: 1.7 3.18 7.13 7.14
  it('searches its companies, and shows the details of one', async () => {
    const product = await startProduct({ COMPANY_MODE: '1' });
    const { page } = await openPhone(scene.browser, product.url);
    await speakEnglish(page);
    await page.goto('/product');
    await page.getByRole('searchbox').fill('blue');
    await expect.poll(() => page.locator('main li').count()).toBe(1);
    await page.getByRole('button', { name: /Bluewater/ }).tap();
    await page.getByRole('dialog').getByText('office@bluewater.example').waitFor();
    await product.stop();
  });
});
