import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Operator, operatorOf } from '../helpers/operator.ts';
import { type Product, startProduct } from '../helpers/product.ts';
import { choose } from './forms.ts';
import { handTo, joinAsDemo, type Member } from './member.ts';
import { openPhone } from './phone.ts';
import { openBrowser } from './stage.ts';

const LOW = 1.1;
const HIGH = 1.102;
const BETWEEN = '1.10100';
/** How long the price stays on each side of the level. */
const STAY_S = 10;
const TIMEOUT = { timeout: 90_000 };

let folder: string;
let product: Product;
let operator: Operator;
const browser = openBrowser();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pipstream-'));
  const tape = join(folder, 'tape.csv');
  writeFileSync(tape, swinging());
  product = await startProduct({ FEED: `ticks:EURUSD=${tape}` });
  operator = operatorOf(product.dataDir);
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Quotes four times a second that cross the level again and again. */
function swinging(): string {
  const rows = Array.from({ length: 4 * 900 }, (_, at) => {
    const level = Math.floor(at / 4 / STAY_S) % 2 === 0 ? LOW : HIGH;
    const bid = (level + (at % 5) * 0.00001).toFixed(5);
    return `${1_700_000_000_000 + at * 250},${bid},${bid}`;
  });
  return ['ts_ms,bid,ask', ...rows].join('\n');
}

async function openFor(member: Member, path: string) {
  const phone = await openPhone(browser(), product.url);
  await handTo(phone, member);
  await phone.page.goto(path);
  return phone;
}

/** What a screen reader reads at once, as the accessibility tree has it. */
async function saidAtOnce(page: Page): Promise<readonly string[]> {
  const cdp = await page.context().newCDPSession(page);
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  await cdp.detach();
  const within = (id: string): typeof nodes => {
    const node = nodes.find(({ nodeId }) => nodeId === id);
    return node === undefined ? [] : [node, ...(node.childIds ?? []).flatMap(within)];
  };
  return nodes
    .filter(({ properties = [] }) =>
      properties.some(({ name, value }) => name === 'live' && value.value === 'assertive'),
    )
    .flatMap(({ nodeId }) => within(nodeId))
    .filter(({ role }) => role?.value === 'StaticText')
    .map(({ name }) => String(name?.value));
}

const position = (page: Page) => page.getByRole('article').filter({ hasText: 'EUR/USD' });
const confirm = (page: Page, name: RegExp) => page.getByRole('dialog').getByRole('button', { name }).tap();

/** The side of the level on which the price is. */
async function sideOf(shown: Locator): Promise<'low' | 'high'> {
  const digits = /1\.10\d{3}/.exec((await shown.textContent()) ?? '')?.[0] ?? '';
  return Number(digits) > Number(BETWEEN) ? 'high' : 'low';
}

async function placePending(page: Page): Promise<void> {
  await choose(page, 'Pending');
  await page.getByRole('button', { name: /^Buy 0\.01 lots/ }).tap();
  await page.getByText('Please enter the price').waitFor();
  await page.getByLabel('Price', { exact: true }).fill(BETWEEN);
  await page.getByRole('button', { name: /^Buy 0\.01 lots/ }).tap();
  await confirm(page, /^Buy 0\.01 at/);
  await page.getByText(`EUR/USD: pending order placed at ${BETWEEN}`).waitFor();
}

describe('a price alert', () => {
  it('is set on the trade screen, tells when the price gets there, and is then listed as reached', async () => {
    const { page, problems, context } = await openFor(await joinAsDemo(product), '/trade');
    await page.getByRole('button', { name: 'Alerts' }).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Price', { exact: true }).last().fill(BETWEEN);
    await sheet.getByRole('button', { name: 'Set alert' }).tap();
    await sheet.getByText(/^(rises|falls) to 1\.10100$/).waitFor();
    await page.getByText(`EUR/USD has reached ${BETWEEN}`).waitFor();
    await sheet.getByText(/^Reached: /).waitFor();
    expect(await sheet.getByRole('switch', { name: /EUR\/USD/ }).isChecked()).toBe(false);
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('a pending order', () => {
  // spec: 2.15 4.5 4.6 5.11
  it('requires a price, and fills when the market reaches it', async () => {
    const { page, context, problems } = await openFor(await joinAsDemo(product), '/trade');
    await placePending(page);
    await page.getByText(`EUR/USD: pending order filled at`).waitFor();
    await page.getByRole('link', { name: 'Orders' }).tap();
    await position(page).waitFor();
    await page.getByRole('tab', { name: /Pending/ }).tap();
    await page.getByText('No pending orders').waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});

describe('a position', () => {
  // spec: 1.3 4.10 4.12 7.55 7.67
  it('is closed by its stop while its popup is open: the popup closes, and the history names the stop', async () => {
    const { page, context } = await openFor(await joinAsDemo(product), '/trade');
    await page.getByRole('button', { name: /^Buy 0\.01 lots/ }).tap();
    await confirm(page, /^Buy 0\.01 at/);
    await page.getByText(/^Bought 0\.01 EUR\/USD at/).waitFor();
    await page.getByRole('link', { name: 'Orders' }).tap();
    await position(page).waitFor();
    await page.getByRole('button', { name: 'EUR/USD, details' }).tap();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Edit stop loss and take profit' }).tap();
    const price = sheet.locator('p').filter({ hasText: 'Market price' });
    // Wait for a turn of the price, to have the full time until the next one.
    const before = await sideOf(price);
    await expect.poll(() => sideOf(price), TIMEOUT).not.toBe(before);
    const stop = before === 'low' ? 'Stop loss' : 'Take profit';
    await sheet.getByLabel(stop, { exact: true }).fill(BETWEEN);
    await sheet.getByRole('button', { name: 'Save' }).tap();
    await page.getByText('EUR/USD: stop loss and take profit updated').waitFor();
    await page.getByText(new RegExp(`^${stop} · EUR/USD closed at [\\d.]+: [-+]?[\\d.]+$`)).waitFor();
    await sheet.waitFor({ state: 'hidden' });
    await page.getByText('No open positions').waitFor();
    await page.getByRole('tab', { name: /History/ }).tap();
    await page.getByRole('button', { name: 'EUR/USD, details' }).tap();
    await page.getByRole('dialog').getByText(stop, { exact: true }).nth(1).waitFor();
    await context.close();
  });
});

describe('an account', () => {
  // spec: 4.11
  it('whose margin level falls below half loses its position, and the history gives the reason', async () => {
    const member = await joinAsDemo(product);
    const uid = String(member.uid);
    const { page, context } = await openFor(member, '/trade');
    await page.getByLabel('Lots', { exact: true }).fill('10');
    await page.getByRole('button', { name: /^Sell 10\.00 lots/ }).tap();
    await confirm(page, /^Sell 10\.00 at/);
    await page.getByText(/^Sold 10\.00 EUR\/USD at/).waitFor();
    const [{ balance, locked }] = await operator.rows('balance', 'show', { uid });
    const lose = (part: number, from: number) =>
      operator.rows('balance', 'adjust', {
        uid,
        amount: (locked * part - from).toFixed(2),
        memo: 'A mistake put right',
      });
    await lose(0.75, balance);
    // What a screen reader says at once.
    await expect.poll(() => saidAtOnce(page)).toContainEqual(expect.stringMatching(/^Margin call: /));
    // The ticket says it as well, but not aloud.
    await page.getByRole('note').filter({ hasText: 'Margin call' }).waitFor();
    const others = page.locator('[role=alert], [role=status]');
    expect(await others.filter({ hasText: 'Margin call' }).count()).toBe(0);
    await lose(0.4, locked * 0.75);
    await expect
      .poll(() => saidAtOnce(page))
      .toContainEqual(expect.stringMatching(/^Stop out · EUR\/USD closed at [\d.]+: [-+]?[\d.,]+$/));
    await page.getByRole('link', { name: 'Orders' }).tap();
    await page.getByRole('tab', { name: /History/ }).tap();
    await page.getByRole('button', { name: 'EUR/USD, details' }).tap();
    await page.getByRole('dialog').getByText('Stop out').waitFor();
    await context.close();
  });
});

describe('the order form', () => {
  // spec: 2.4 2.14 4.19 5.8 8.10
  it('disables Buy and Sell while the market is closed or has no leverage, and enables them afterwards', async () => {
    const { page, context } = await openFor(await joinAsDemo(product), '/trade');
    const buttons = [
      page.getByRole('button', { name: /^Buy 0\.01 lots/ }),
      page.getByRole('button', { name: /^Sell 0\.01 lots/ }),
    ];
    const enabled = () => Promise.all(buttons.map((button) => button.isEnabled()));
    await expect.poll(enabled, TIMEOUT).toEqual([true, true]);
    await operator.rows('instruments', 'hours', { code: 'EURUSD', hours: 'closed' });
    await expect.poll(enabled, TIMEOUT).toEqual([false, false]);
    await page.getByText('The market is closed', { exact: true }).waitFor();
    await page.getByText('Closed', { exact: true }).waitFor();
    await operator.rows('instruments', 'hours', { code: 'EURUSD', hours: 'always' });
    await expect.poll(enabled, TIMEOUT).toEqual([true, true]);
    await page.getByText('Trading', { exact: true }).first().waitFor();

    await operator.rows('instruments', 'multiples', { code: 'EURUSD', multiples: 'none' });
    await page.reload();
    await page.getByText('No lever configured, unable to place an order temporarily').first().waitFor();
    await expect.poll(enabled, TIMEOUT).toEqual([false, false]);
    await operator.rows('instruments', 'multiples', { code: 'EURUSD', multiples: '1,50,100' });
    await context.close();
  });
});
