import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { oneTimeCode } from '../helpers/one-time.ts';
import { otherThan } from '../helpers/people.ts';
import { field, fillLogin, fillPasswords, logOut, PASSWORD, submit } from './forms.ts';
import { memberPhone } from './member.ts';
import { openPhone, savedText, speakEnglish } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();
const NEW_PASSWORD = 'quiet harbour 8';

/** Passkeys need a name: an address such as 127.0.0.1 can have none. */
const pageUrl = () => scene.product.url.replace('127.0.0.1', 'localhost');

/** A phone on which a new member is logged in. */
async function openMember(email: string, usd = 0) {
  const { dataDir } = scene.product;
  const phone = await memberPhone(
    { browser: scene.browser, product: { url: pageUrl(), dataDir } },
    email,
    usd,
  );
  return { ...phone, email, uid: String(phone.member.uid) };
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

/** Logs out, and in again as far as the second factor. */
async function beginLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/user');
  await logOut(page);
  await page.goto('/login');
  await fillLogin(page, email, password);
  await sheet(page).waitFor();
}

const entered = (page: Page) => page.waitForURL((to) => to.pathname !== '/login');

describe('a member with an authenticator app', () => {
  // spec: 7.70 7.71 7.72
  it('logs in with a code after a wrong one, and with a recovery code, once each', async () => {
    const phone = await openMember('factor-ann@example.com');
    const { page, email } = phone;
    const { secret, codes } = await setUpAuthenticator(page);
    expect(new Set(codes).size).toBe(10);
    const [recovery = ''] = codes;

    await beginLogin(page, email);
    const code = oneTimeCode(secret, 1);
    await enterCode(page, otherThan(code));
    await wrong(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    await enterCode(page, code);
    await entered(page);

    await beginLogin(page, email);
    await button(page, 'Use a recovery code').tap();
    await enterCode(page, recovery.toLowerCase());
    await entered(page);
    await page.goto('/mine/system');
    await page.getByText('Left: 9').waitFor();

    await beginLogin(page, email);
    await button(page, 'Use a recovery code').tap();
    await enterCode(page, recovery);
    await wrong(page).waitFor();
    expect(phone.problems).toEqual([]);
  });
});

describe('a member who adds the first factor', () => {
  // spec: 7.25 7.26
  it('signs out everywhere else: a thief on another device is out', async () => {
    const phone = await openMember('factor-eve@example.com');
    const { page, email, uid } = phone;
    const thief = await openPhone(scene.browser, pageUrl());
    await speakEnglish(thief.page);
    await thief.page.goto('/login');
    await fillLogin(thief.page, email, PASSWORD);
    await entered(thief.page);
    const sessions = async () => (await scene.operator.rows('users', 'show', { id: uid }))[0].sessions;
    expect(await sessions()).toBe(2);

    await setUpAuthenticator(page);
    const offer = page.getByRole('alertdialog', { name: 'Sign out everywhere else?' });
    await offer.getByRole('button', { name: 'Sign out everywhere else' }).tap();
    await offer.waitFor({ state: 'detached' });
    expect(await sessions()).toBe(1);
    await page.reload();
    await page.getByText('This device', { exact: true }).waitFor();
    expect(phone.problems).toEqual([]);
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

    await beginLogin(page, email, NEW_PASSWORD);
    expect(phone.problems).toEqual([]);
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

    await beginLogin(page, email);
    await button(page, 'Use a passkey').tap();
    await entered(page);
    expect(await keys()).toMatchObject([{ signCount: 2 }]);
    expect(phone.problems).toEqual([]);
  });
});
