import { describe, expect, it } from 'vitest';
import { tronAddress } from '../helpers/payout.ts';
import { codeIn } from '../helpers/people.ts';
import { field } from './forms.ts';
import { memberPhone, rowsOf } from './member.ts';
import { openScene } from './scene.ts';

const scene = openScene();

const ADDRESS = tronAddress();

describe('a member who withdraws', () => {
  // spec: 1.5 2.37 2.41 2.43 2.44 4.15 5.14 7.40 7.41 7.42 7.43 8.13
  it('adds an address on the way, returns to the typed values, and gets the money back after a rejection', async () => {
    const { operator } = scene;
    const { page, problems, member } = await memberPhone(scene, 'ann@withdraw.example', 1500);
    const dialog = page.getByRole('alertdialog');

    await page.goto('/mine/wallet');
    await page.getByText('1,500.00').first().waitFor();
    await page.getByRole('link', { name: 'Withdraw', exact: true }).tap();
    await page.getByLabel('Amount').fill('100');
    await page.getByText('98.00 USDT').waitFor();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Withdraw' }).tap();
    await dialog.getByText('Please set up a collection account first').waitFor();
    await dialog.getByRole('button', { name: 'Set up account' }).tap();
    await page.waitForURL('**/mine/withdraw-way?type=1&draw_id=*');
    await page.getByLabel('Address').fill(ADDRESS);
    // The account's first code is younger than a minute.
    await operator.rows('users', 'unlock', { id: String(member.uid) });
    await page.getByRole('button', { name: 'Save' }).tap();
    await page.getByText('Confirm the payout account').waitFor();
    // The letter leaves after the answer.
    const findLetter = async () =>
      (await operator.rows('outbox', 'list')).find(({ text }) => String(text).includes(ADDRESS));
    await expect.poll(findLetter).toBeDefined();
    await field(page, 'code').fill(codeIn(await findLetter()));
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).tap();
    await page.waitForURL('**/mine/withdraw');
    await page.getByText(/Can be used in 23:\d\d:\d\d/).waitFor();
    const [saved] = await operator.rows('payout-addresses', 'list', { user: String(member.uid) });
    await operator.rows('payout-addresses', 'release', { id: String(saved?.id) });
    await page.reload();
    await page.getByText(ADDRESS).waitFor();
    expect(await page.getByLabel('Amount').inputValue()).toBe('100');

    await page.getByRole('tabpanel').getByRole('button', { name: 'Withdraw' }).tap();
    await dialog.getByText(ADDRESS).waitFor();
    await dialog.getByRole('button', { name: 'Withdraw' }).tap();
    await page.getByText('Withdrawal requested').waitFor();
    await page.goto('/mine/wallet');
    await page.getByText('1,400.00').first().waitFor();
    await page.getByText('100.00', { exact: true }).waitFor();

    const [asked] = await rowsOf(operator, member.uid, 'withdrawals');
    await operator.rows('withdrawals', 'reject', { id: String(asked?.id), remark: 'The name differs' });
    await page.goto('/mine/coin-address-list');
    await page.getByText(ADDRESS).waitFor();
    await page.goto('/mine/withdraw?tab=records');
    const record = page.getByRole('article');
    await record.getByText('Rejected').waitFor();
    await record.getByText('The name differs').waitFor();
    await page.goto('/mine/wallet');
    await page.getByText('1,500.00').first().waitFor();
    expect(problems).toEqual([]);
  });

  // spec: 2.42 2.44 7.44 7.45 8.17
  it('saves a Japanese bank account and deletes it again', async () => {
    const { page, problems } = await memberPhone(scene, 'bob@withdraw.example', 10);

    await page.goto('/mine/bank-card-list');
    await page.getByRole('button', { name: 'Add bank account' }).tap();
    await page.getByRole('button', { name: 'JPY' }).tap();
    await page.getByLabel('Bank name').fill('みずほ銀行');
    await page.getByLabel('Branch name').fill('渋谷支店');
    await page.getByLabel('Account holder').fill('ヤマダ タロウ');
    await page.getByLabel('Account number').fill('1234567');
    await page.getByRole('button', { name: 'Save' }).tap();
    await page.getByText('Confirm the payout account').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/mine/bank-card-list');
    await page.getByText('Not confirmed yet').waitFor();
    await page.getByText('渋谷支店').waitFor();
    await page.getByRole('button', { name: 'Delete 1234567' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).tap();
    await page.getByText('Nothing here yet').waitFor();
    expect(problems).toEqual([]);
  });
});
