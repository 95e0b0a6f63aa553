import { describe, expect, it } from 'vitest';
import { demoPhone } from './member.ts';
import { buyHere, chooseInstrument } from './phone.ts';
import { openScene } from './scene.ts';

const REFUSAL = 'Only available to real accounts';

const scene = openScene();

async function openDemo(path: string) {
  const phone = await demoPhone(scene);
  await phone.page.goto(path);
  return phone;
}

describe('a demo account', () => {
  // spec: 2.8 6.4
  it.each(['auth', 'invite', 'password', 'wallet', 'charge', 'withdraw'])(
    'that opens /mine/%s is sent back with the reason',
    async (name) => {
      const { page, context } = await openDemo(`/mine/${name}`);
      await page.waitForURL('**/user');
      await page.getByText(REFUSAL).waitFor();
      await context.close();
    },
  );

  // spec: 2.8 8.9
  it('sees the reason at each of these links in the user centre, and stays there', async () => {
    const { page } = await openDemo('/user');
    const ways = [
      'Identity verification',
      'Invite friends',
      'Change password',
      'Wallet',
      'Deposit',
      'Withdraw',
    ];
    for (const name of ways) {
      await page.getByRole('button', { name, exact: true }).tap();
      const word = page.getByRole('button', { name: REFUSAL });
      await word.tap();
      await word.waitFor({ state: 'detached' });
    }
    expect(new URL(page.url()).pathname).toBe('/user');
  });

  // spec: 2.20 6.3 7.31 7.33
  it('has its initial balance and no orders after a reset', async () => {
    const { page, problems } = await openDemo('/trade');
    await chooseInstrument(page, 'btc', /BTC\/USD/);
    await buyHere(page, 'BTC/USD');
    await page.goto('/user');
    await page.getByRole('button', { name: 'Reset demo account' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).tap();
    await page.getByText('The demo account has been reset.').waitFor();
    await page.getByText('100,000.00').first().waitFor();
    await page.goto('/order');
    await page.getByText('No open positions').waitFor();
    expect(problems).toEqual([]);
  });
});
