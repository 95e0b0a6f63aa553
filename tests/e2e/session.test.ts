import { describe, expect, it } from 'vitest';
import {
  choose,
  codeFor,
  field,
  fillLogin,
  fillPasswords,
  logOut,
  PASSWORD,
  sendCode,
  submit,
} from './forms.ts';
import { demoPhone, handTo, joinAsMember, type Member, memberPhone } from './member.ts';
import { englishPhone, openPhone } from './phone.ts';
import { openScene } from './scene.ts';

const NEW_PASSWORD = 'quiet harbour 8';
const TIMEOUT = { timeout: 90_000 };

const scene = openScene();

/** A member to whom no code was sent within the last minute. */
async function joinLongAgo(email: string): Promise<Member> {
  const member = await joinAsMember(scene.product, email);
  await scene.operator.rows('users', 'unlock', { id: String(member.uid) });
  return member;
}

describe('a session', () => {
  // spec: 2.23 4.3 8.4
  it('that the exchange ends leads from any page to the login, with a message, and back to that page afterwards', async () => {
    const { page, member } = await memberPhone(scene, 'ann@session.example');
    const [item] = (await scene.operator.rows('news', 'list')) as readonly { readonly id: number }[];
    const place = `/news/detail?id=${item?.id}`;
    await page.goto('/user');
    await page.getByText(`UID ${member.uid}`).waitFor();
    await page.getByRole('link', { name: 'News' }).tap();
    await page.locator(`a[href="${place}"]`).tap();
    await page.getByRole('article').waitFor();
    await scene.operator.rows('users', 'end-sessions', { id: String(member.uid) });
    await page.waitForURL(`**/login?from=${encodeURIComponent(place)}`);
    await page.getByText('Your session has ended. Please log in again.').waitFor();
    await fillLogin(page, 'ann@session.example', PASSWORD);
    await page.waitForURL(`**${place}`);
    await page.getByRole('article').waitFor();
  });

  // spec: 4.4 7.24 8.4 9.1
  it('that expired before the visit ends without a message: the page stays, and only guarded pages ask for a login', async () => {
    const phone = await openPhone(scene.browser, scene.product.url);
    await handTo(phone, { uid: 0, token: 'A'.repeat(43) });
    const { page } = phone;
    const refused = page.waitForResponse('**/api/user/info?*');
    await page.goto('/news');
    expect(((await (await refused).json()) as { code: number }).code).toBe(999);
    await page.getByRole('heading', { name: 'News' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/news');
    expect(await page.getByText('Your session has ended').count()).toBe(0);
    await page.goto('/user');
    await page.waitForURL('**/login?from=%2Fuser');
  });

  // spec: 2.39 4.2 7.23 7.62
  it('ends on the socket too when the user logs out, and its token is deleted from the device', async () => {
    const { page } = await demoPhone(scene);
    const sent: string[] = [];
    page.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => sent.push(String(payload)));
    });
    await page.goto('/mine/system');
    await expect.poll(() => sent.join(), TIMEOUT).toContain('"cmd":"login"');
    await logOut(page);
    await expect.poll(() => sent.join(), TIMEOUT).toContain('"cmd":"logout"');
    expect(await page.evaluate(() => localStorage.getItem('pipstream.token'))).toBeNull();
    await page.goto('/mine');
    await page.waitForURL('**/login?from=%2Fmine');
  });
});

describe('a code', () => {
  // spec: 2.25 4.1 7.19 7.22
  it('sets a new password for a user who forgot the old one', async () => {
    await joinLongAgo('bob@session.example');
    const { page } = await englishPhone(scene.browser, scene.product.url);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).tap();
    await field(page, 'account').fill('bob@session.example');
    await sendCode(page);
    await field(page, 'code').fill(await codeFor(scene.operator, 'bob@session.example'));
    await fillPasswords(page, NEW_PASSWORD);
    await submit(page);
    await page.waitForURL('**/login');
    await page.getByText('Your password has been changed. Please log in.').waitFor();
    await fillLogin(page, 'bob@session.example', NEW_PASSWORD);
    await page.waitForURL((to) => to.pathname === '/');
  });

  // spec: 2.34 5.4 5.17 8.3 8.14
  it('changes the password of a signed-in user', async () => {
    const member = await joinLongAgo('cleo@session.example');
    const phone = await openPhone(scene.browser, scene.product.url);
    await handTo(phone, member);
    const { page } = phone;
    await page.goto('/mine/password');
    await choose(page, 'Code');
    await submit(page);
    await page.getByText('Please enter the verification code').waitFor();
    await page.getByText('Please complete').first().waitFor();
    await sendCode(page);
    await field(page, 'proof').fill(await codeFor(scene.operator, 'cleo@session.example'));
    await fillPasswords(page, NEW_PASSWORD);
    await submit(page);
    await page.waitForURL('**/user');
    await page.getByText('Password changed.').waitFor();
  });

  // spec: 4.16 9.2
  it('can be requested again after 60 seconds, which continue while the page is left and after a reload', async () => {
    const { page } = await englishPhone(scene.browser, scene.product.url);
    await page.goto('/register?from=%2Ftrade');
    await field(page, 'account').fill('dora@session.example');
    await sendCode(page);
    const wait = page.getByRole('button', { name: /^\d+ s$/ });
    const seconds = async () => Number.parseInt((await wait.textContent()) ?? '', 10);
    const first = await seconds();
    expect(first).toBeGreaterThan(30);
    expect(first).toBeLessThanOrEqual(60);
    await page.getByRole('link', { name: 'I already have an account' }).tap();
    await page.waitForURL('**/login?from=%2Ftrade');
    await page.goBack();
    await expect.poll(seconds, TIMEOUT).toBeLessThan(first);
    expect(await wait.isDisabled()).toBe(true);
    await page.reload();
    await wait.waitFor();
    expect(await seconds()).toBeLessThan(first);
  });
});
