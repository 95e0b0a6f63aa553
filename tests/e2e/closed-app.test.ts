import type { Page } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { CODE } from '../../shared/contract/codes.ts';
import type { PushMessage } from '../../shared/contract/push.ts';
import { operatorOf } from '../helpers/operator.ts';
import { startProduct } from '../helpers/product.ts';
import { createPushBrowser, type PushBrowser, startPushService } from '../helpers/push-service.ts';
import { type Ask, caller } from './looks/ask.ts';
import { handTo, joinAsDemo } from './member.ts';
import { englishPhone, instrumentNamed } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();
const WAIT = { timeout: 90_000 };

/** In the page, in place of the browser vendor's push service: addresses at the one of the test. */
function subscribeThere({ endpoint, p256dh, auth }: Omit<PushBrowser, 'read'>): void {
  let subscribed: unknown = null;
  const subscription = {
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    options: { applicationServerKey: null },
  };
  Object.assign(PushManager.prototype, {
    subscribe: async () => {
      subscribed = subscription;
      return subscription;
    },
    getSubscription: async () => subscribed,
  });
}

/** As a user does who sets an alert and wants to know of it later. */
async function switchOn(page: Page, instrumentId: number): Promise<void> {
  await page.goto(`/trade?id=${instrumentId}`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.getByRole('button', { name: 'Alerts', exact: true }).tap();
  const notify = page.getByRole('switch', { name: /^Notify me while the app is closed/ });
  await notify.tap();
  await expect.poll(() => notify.isChecked(), WAIT).toBe(true);
}

/** Targets on both sides of the price, so that one of them is reached soon. */
async function aimNear(ask: Ask, url: string) {
  const { Id, ForexQuotations } = await instrumentNamed(url, 'BTCUSD');
  const { Close, Change } = ForexQuotations;
  const near = (value: number, by: number) => [value + by, value - by].map((one) => one.toFixed(2));
  const order = { forex_id: Id, multiple: 10, cont: 0.1, type: 1 };
  for (const price of near(Close, 3)) await ask('POST', '/api/alert/add', { forex_id: Id, price });
  for (const percent of near(Change, 0.01).filter((one) => Number(one) !== 0))
    await ask('POST', '/api/alert/add', { forex_id: Id, percent });
  /** The price may have passed what was chosen beside it: then once more, beside the new one. */
  const submit = async (cid: string, terms: (close: number) => object): Promise<void> => {
    for (let left = 5; ; left--) {
      const { Close: now } = (await instrumentNamed(url, 'BTCUSD')).ForexQuotations;
      try {
        await ask('GET', '/v1/api/forex/submit', { ...order, ...terms(now), cid: `${cid}-${left}` });
        return;
      } catch (error) {
        if (left === 0 || !String(error).includes(`answered ${CODE.wrongSidePrice}`)) throw error;
      }
    }
  };
  for (const side of [0, 1])
    await submit(`filled-at-${side}`, (close) => ({ status: 0, target_price: near(close, 4)[side] }));
  await submit('closed-by-a-stop', (close) => {
    const [target_profit_price, stop_loss_price] = near(close, 8);
    return { status: 1, target_profit_price, stop_loss_price };
  });
}

const TOLD = {
  'a price alert': /^Has reached [\d,]+\.\d\d$/,
  'an alert on a move': /^Has moved [+-]\d+\.\d\d% today$/,
  'a fill': /^Pending order filled at [\d,]+\.\d\d$/,
  'a stop': /^(Stop loss|Take profit) filled at [\d,]+\.\d\d$/,
  'a margin call': /^Your margin level has fallen below 100%\./,
  'a stop out': /^Stopped out at [\d,]+\.\d\d$/,
};

it('of a closed app the exchange tells each kind of event, and never an amount of the account', async () => {
  const service = await startPushService();
  const product = await startProduct({ PUSH_SERVICES: service.origin });
  onTestFinished(() => product.stop());
  const member = await joinAsDemo(product);
  const phone = await englishPhone(scene.browser, product.url);
  await handTo(phone, member);
  await phone.context.grantPermissions(['notifications'], { origin: product.url });
  const device = createPushBrowser(service.origin);
  const { endpoint, p256dh, auth } = device;
  await phone.context.addInitScript(subscribeThere, { endpoint, p256dh, auth });
  const { Id } = await instrumentNamed(product.url, 'BTCUSD');
  await switchOn(phone.page, Id);
  await phone.context.close();

  const ask = caller(product.url, { authorization: member.token, lang: 'en' });
  const { key } = await ask('GET', '/api/push/key');
  const messages = (): readonly PushMessage[] => service.received.map((one) => device.read(one, key));
  const isTold = (kind: keyof typeof TOLD) =>
    expect.poll(() => messages().some(({ body }) => TOLD[kind].test(body)), WAIT).toBe(true);
  await aimNear(ask, product.url);
  await isTold('a price alert');
  await isTold('an alert on a move');
  await isTold('a fill');
  await isTold('a stop');
  const amounts: number[] = [100_000];
  const operator = operatorOf(product.dataDir);
  const uid = String(member.uid);
  const whole = { forex_id: Id, multiple: 10, cont: 1, status: 1, type: 1, cid: 'half-of-the-account' };
  await ask('GET', '/v1/api/forex/submit', whole);
  for (const [kind, level] of [
    ['a margin call', 0.75],
    ['a stop out', 0.4],
  ] as const) {
    const [{ balance, locked }] = await operator.rows('balance', 'show', { uid });
    const amount = (locked * level - balance).toFixed(2);
    await operator.rows('balance', 'adjust', { uid, amount, memo: 'A mistake put right' });
    amounts.push(balance, locked, Number(amount), balance + Number(amount));
    await isTold(kind);
  }

  for (const { title, body, ...about } of messages()) {
    expect(Object.keys(about).toSorted()).toEqual(['at', 'dir', 'lang', 'path', 'tag']);
    const numbers = `${title} ${body}`.replaceAll(',', '').match(/\d+(?:\.\d+)?/g) ?? [];
    for (const amount of amounts) expect(numbers.map(Number)).not.toContain(Math.abs(amount));
  }
});
