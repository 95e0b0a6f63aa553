import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { oneTimeCode } from '../helpers/one-time.ts';
import { tronAddress } from '../helpers/payout.ts';
import { codeIn, otherThan } from '../helpers/people.ts';
import { field, fillLogin, fillPasswords, PASSWORD, submit } from './forms.ts';
import { handTo, joinAsMember, rowsOf } from './member.ts';
import { openPhone, type Phone, savedText } from './phone.ts';
import { openStage } from './stage.ts';

const stage = openStage();
const NEW_PASSWORD = 'quiet harbour 8';

/** Passkeys need a name: an address such as 127.0.0.1 can have none. */
const pageUrl = () => stage.product.url.replace('127.0.0.1', 'localhost');

/** A phone on which a new member is logged in. */
async function openMember(email: string, usd = 0) {
  const member = await joinAsMember(stage.product, email, usd);
  const phone = await openPhone(stage.browser, pageUrl());
  await handTo(phone, member);
  return { ...phone, email, uid: String(member.uid) };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });
const wrong = (page: Page) => sheet(page).getByText('This code is wrong or was used before');

/** @returns the secret and the recovery codes, from the file that the page saves */
async function setUpAuthenticator(page: Page) {
  await page.goto('/mine/system');
  await button(page, 'Set up').tap();
  await field(page, 'password').fill(PASSWORD);
  await button(page, 'Continue').tap();
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  await field(page, 'factor').fill(oneTimeCode(secret));
  await button(page, 'Continue').tap();
  const saved = page.waitForEvent('download');
  await button(page, 'Save as file').tap();
  const codes = (await savedText(saved)).trim().split('\n');
  await button(page, 'I have saved them').tap();
  await page.getByText('Left: 10').waitFor();
  return { secret, codes };
}

async function enterCode(page: Page, code: string): Promise<void> {
  await sheet(page).locator('input').fill(code);
  await sheet(page).getByRole('button', { name: 'Continue' }).tap();
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/user');
  await button(page, 'Log out').tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).tap();
  await page.waitForURL((to) => to.pathname === '/');
}

async function beginLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, email, password);
  await sheet(page).waitFor();
}

const entered = (page: Page) => page.waitForURL((to) => to.pathname !== '/login');

async function close({ problems, context }: Phone): Promise<void> {
  expect(problems).toEqual([]);
  await context.close();
}

describe('a member with an authenticator app', () => {
  // spec: 7.70 7.71 7.72
  it('logs in with a code after a wrong one, and with a recovery code, once each', async () => {
    const phone = await openMember('factor-ann@example.com');
    const { page, email } = phone;
    const { secret, codes } = await setUpAuthenticator(page);
    expect(new Set(codes).size).toBe(10);
    const [recovery = ''] = codes;

    await logOut(page);
    await beginLogin(page, email);
    const code = oneTimeCode(secret, 1);
    await enterCode(page, otherThan(code));
    await wrong(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await enterCode(page, code);
    await entered(page);

    await logOut(page);
    await beginLogin(page, email);
    await button(page, 'Use a recovery code').tap();
    await enterCode(page, recovery.toLowerCase());
    await entered(page);
    await page.goto('/mine/system');
    await page.getByText('Left: 9').waitFor();

    await logOut(page);
    await beginLogin(page, email);
    await button(page, 'Use a recovery code').tap();
    await enterCode(page, recovery);
    await wrong(page).waitFor();
    await close(phone);
  });
});

describe('a member with an authenticator app who changes the password', () => {
  // spec: 7.20
  it('gives a code beside the old one, and logs in with the new one', async () => {
    const phone = await openMember('factor-dan@example.com');
    const { page, email } = phone;
    const { secret } = await setUpAuthenticator(page);
    await page.goto('/mine/password');
    await field(page, 'proof').fill(PASSWORD);
    await fillPasswords(page, NEW_PASSWORD);
    await submit(page);
    await sheet(page).waitFor();
    await button(page, 'Close').tap();
    await sheet(page).waitFor({ state: 'detached' });
    expect(await field(page, 'password').inputValue()).toBe(NEW_PASSWORD);

    await submit(page);
    const code = oneTimeCode(secret, 1);
    await enterCode(page, otherThan(code));
    await wrong(page).waitFor();
    await enterCode(page, code);
    await page.getByText('Password changed.').waitFor();

    await logOut(page);
    await beginLogin(page, email, NEW_PASSWORD);
    await close(phone);
  });
});

describe('a member with a passkey', () => {
  // spec: 7.74 7.75
  it('logs in with it', async () => {
    const phone = await openMember('factor-bob@example.com');
    const { page, email, context } = phone;
    const devTools = await context.newCDPSession(page);
    await devTools.send('WebAuthn.enable');
    const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    const keys = async () =>
      (await devTools.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

    await page.goto('/mine/system');
    await button(page, 'Add a passkey').tap();
    await field(page, 'name').fill('My phone');
    await field(page, 'password').fill(PASSWORD);
    await button(page, 'Continue').tap();
    await button(page, 'I have saved them').tap();
    await page.getByText('My phone').waitFor();
    expect(await keys()).toMatchObject([{ rpId: 'localhost', signCount: 1 }]);

    await logOut(page);
    await beginLogin(page, email);
    await button(page, 'Use a passkey').tap();
    await entered(page);
    expect(await keys()).toMatchObject([{ signCount: 2 }]);
    await close(phone);
  });
});

describe('a member with a second factor who withdraws', () => {
  const ADDRESS = tronAddress(1);

  // spec: 7.42 7.44 7.91
  it('proves itself for the address and for the withdrawal, and confirms the address before', async () => {
    const phone = await openMember('factor-cleo@example.com', 1500);
    const { page, uid } = phone;
    const { operator } = stage;
    const { secret, codes } = await setUpAuthenticator(page);
    const [recovery = ''] = codes;
    const saved = () => operator.rows('payout-addresses', 'list', { user: uid });
    const withdrawals = () => rowsOf(operator, uid, 'withdrawals');
    // The account's first code is younger than a minute.
    await operator.rows('users', 'unlock', { id: uid });

    await page.goto('/mine/withdraw-way?type=1');
    await page.getByLabel('Address').fill(ADDRESS);
    await button(page, 'Save').tap();
    await sheet(page).waitFor();
    await button(page, 'Close').tap();
    await sheet(page).waitFor({ state: 'detached' });
    expect(await saved()).toEqual([]);

    await button(page, 'Save').tap();
    const code = oneTimeCode(secret, 1);
    await enterCode(page, otherThan(code));
    await wrong(page).waitFor();
    expect(await saved()).toEqual([]);
    await enterCode(page, code);

    const confirming = page.getByRole('dialog', { name: 'Confirm the payout account' });
    await confirming.waitFor();
    const findLetter = async () =>
      (await operator.rows('outbox', 'list')).find(({ text }) => String(text).includes(ADDRESS));
    await expect.poll(findLetter).toBeDefined();
    const sent = codeIn(await findLetter());
    await field(page, 'code').fill(otherThan(sent));
    await confirming.getByRole('button', { name: 'Confirm' }).tap();
    await confirming.getByRole('alert').getByText(/./).waitFor();
    await field(page, 'code').fill(sent);
    await confirming.getByRole('button', { name: 'Confirm' }).tap();
    await page.waitForURL('**/mine/coin-address-list');
    await page.getByText(/^Can be used in 23:\d\d:\d\d$/).waitFor();

    await page.goto('/mine/withdraw');
    await page.getByRole('radio', { name: ADDRESS }).waitFor({ state: 'attached' });
    expect(await page.getByRole('radio', { name: ADDRESS }).isDisabled()).toBe(true);
    const [method] = await saved();
    await operator.rows('payout-addresses', 'release', { id: String(method?.id) });
    await page.reload();
    await page.getByLabel('Amount').fill('100');
    const withdraw = async () => {
      await page.getByRole('tabpanel').getByRole('button', { name: 'Withdraw' }).tap();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).tap();
      await sheet(page).waitFor();
    };
    await withdraw();
    await button(page, 'Close').tap();
    await sheet(page).waitFor({ state: 'detached' });
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Amount').inputValue()).toBe('100');
    expect(await withdrawals()).toEqual([]);

    await withdraw();
    await button(page, 'Use a recovery code').tap();
    await enterCode(page, 'AAAA-BBBB-CCCC-DDDD');
    await wrong(page).waitFor();
    expect(await withdrawals()).toEqual([]);
    await enterCode(page, recovery);
    await page.getByText('Withdrawal requested').waitFor();
    expect(await withdrawals()).toHaveLength(1);
    await close(phone);
  });
});
