import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../architecture/sources.ts';
import { operatorOf } from '../helpers/operator.ts';
import { type Product, startProduct } from '../helpers/product.ts';
import {
  choose,
  codeFor,
  errors,
  field,
  fillLogin,
  fillPasswords,
  logOut,
  PASSWORD,
  sendCode,
  submit,
} from './forms.ts';
import { handTo, joinAsDemo } from './member.ts';
import { englishPhone, openPhone } from './phone.ts';
import { openBrowser } from './scene.ts';

const YEARS_3_S = 3 * 365 * 86_400;

const browser = openBrowser();

/** The product with its own settings; its feed is a small recording, which starts at once. */
async function productWith(settings: Readonly<Record<string, string>>): Promise<Product> {
  const tape = join(root, 'tests/fixtures/tape-eurusd.csv');
  const product = await startProduct({ FEED: `ticks:EURUSD=${tape}`, ...settings });
  onTestFinished(() => product.stop());
  return product;
}

/** Stands in for a third-party site. */
const elsewhere = (context: BrowserContext, site: string): Promise<unknown> =>
  context.route(`${site}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Elsewhere' }));

async function byPhone(page: Page, country: string, number: string): Promise<void> {
  await choose(page, 'Mobile');
  await page.getByRole('button', { name: /^Country code/ }).tap();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('searchbox').fill(country);
  await sheet.getByRole('button', { name: country }).tap();
  await sheet.waitFor({ state: 'hidden' });
  await field(page, 'account').fill(number);
}

describe('an exchange that lists companies', () => {
  // spec: 1.6 1.7 2.21 2.33 5.3 8.18 9.12
  it('sets a cookie for three years, requires a phone to register, and names the countries that it does not serve', async () => {
    const blocked = ['KP', 'IR', 'SY', 'CU', 'SD'];
    const product = await productWith({
      COMPANY_MODE: '1',
      IS_SHOW_MOBILE: '3',
      BLOCKED_COUNTRIES: blocked.join(),
      SERVICE_LINK_TYPE: '2',
      SERVICE_LINK: 'messenger: pipstream-help',
    });
    const { page, context } = await englishPhone(browser(), product.url);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/product');
    await page.getByRole('heading', { name: 'Search companies' }).waitFor();
    const cookie = (await context.cookies()).find(({ name }) => name === 'company');
    expect(cookie?.value).toBe('1');
    // Browsers may limit the life of a cookie to 400 days.
    expect((cookie?.expires ?? 0) - Date.now() / 1_000).toBeGreaterThan(Math.min(YEARS_3_S, 399 * 86_400));

    await page.goto('/register?from=%2Fmine%2Fannouncement');
    await page.getByLabel('Mobile', { exact: true }).last().waitFor();
    await page.getByText('Services are not offered to residents of').waitFor();
    await field(page, 'account').fill('ann@example.com');
    await sendCode(page);
    await field(page, 'code').fill(await codeFor(operatorOf(product.dataDir), 'ann@example.com'));
    await fillPasswords(page);
    await submit(page);
    expect(await errors(page)).toEqual(['Please enter your mobile number']);
    await field(page, 'mobile').fill('2025550123');
    await submit(page);
    await page.waitForURL('**/mine/announcement');
    const names = new Intl.DisplayNames('en-US', { type: 'region' });
    const notice = page.getByText('Services are not offered to residents of');
    await notice.waitFor();
    for (const code of blocked) expect(await notice.textContent()).toContain(names.of(code));

    await page.goto('/user');
    await page.getByRole('button', { name: 'Customer service' }).tap();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await dialog.getByText('messenger: pipstream-help').waitFor();
    await dialog.getByRole('button', { name: 'Copy' }).tap();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('messenger: pipstream-help');
  });
});

describe('an exchange with customer service on another site', () => {
  // spec: 1.2 2.21 2.23 5.3 7.17
  it('opens that site, and accepts registration by phone', async () => {
    const product = await productWith({
      IS_SHOW_MOBILE: '1',
      SERVICE_LINK_TYPE: '3',
      SERVICE_LINK: 'https://help.example/pipstream',
    });
    const { page, context } = await englishPhone(browser(), product.url);
    await elsewhere(context, 'https://help.example');
    await page.goto('/register?from=%2Fuser');
    await page.getByLabel('Mobile (optional)').waitFor();
    await byPhone(page, 'Hong Kong', '61234567');
    await sendCode(page);
    await field(page, 'code').fill(await codeFor(operatorOf(product.dataDir), '+85261234567'));
    await fillPasswords(page);
    await submit(page);
    await page.waitForURL('**/user');
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Customer service' }).tap();
    await (await opened).waitForURL('https://help.example/pipstream');
    await page.bringToFront();
    await logOut(page);
    await page.goto('/login');
    await byPhone(page, 'Hong Kong', '61234567');
    await fillLogin(page, '61234567', PASSWORD);
    await page.waitForURL((to) => to.pathname === '/');
  });
});

describe('a closed exchange', () => {
  // spec: 1.8 7.12
  it.each([0, 1])('sends every visitor to its loss URL, after %i checks without an answer', async (lost) => {
    const product = await productWith({ COMPANY_STATUS: '1', LOSS_URL: 'https://gone.example/bye' });
    const { page, context } = await openPhone(browser(), product.url, 'block');
    await elsewhere(context, 'https://gone.example');
    let checks = 0;
    await context.route('**/getCompanyStatus*', (route) =>
      ++checks <= lost ? route.fulfill({ status: 503 }) : route.continue(),
    );
    await page.goto('/rank', { waitUntil: 'commit' });
    await page.waitForURL('https://gone.example/bye');
    expect(checks).toBe(lost + 1);
  });
});

describe('an exchange with service link type 1', () => {
  // spec: 2.21
  it('opens the chat for customer service', async () => {
    const product = await productWith({ SERVICE_LINK_TYPE: '1' });
    const phone = await openPhone(browser(), product.url);
    await handTo(phone, await joinAsDemo(product));
    await phone.page.goto('/user');
    await phone.page.getByRole('link', { name: 'Customer service' }).tap();
    await phone.page.waitForURL('**/mine/chat');
    await phone.page.getByText('No messages yet').waitFor();
  });
});
