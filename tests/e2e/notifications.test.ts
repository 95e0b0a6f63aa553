import type { BrowserContext, CDPSession } from 'playwright';
import { expect, it, onTestFinished } from 'vitest';
import { operatorOf } from '../helpers/operator.ts';
import { startProduct } from '../helpers/product.ts';
import { createPushBrowser, startPushService } from '../helpers/push-service.ts';
import { caller } from './looks/ask.ts';
import { handTo, joinAsDemo } from './member.ts';
import { englishPhone, enterDemo, instrumentNamed } from './phone.ts';
import { openStage } from './stage.ts';

const stage = openStage();

const MESSAGE = {
  title: 'BTC/USD',
  body: 'Has reached 64000.00',
  at: 1_767_000_000_000,
  lang: 'en-US',
  dir: 'ltr',
};

/** What the browser does in the service worker when the notification is tapped. */
const TAP = `(async () => {
  self.tapped ??= (await registration.getNotifications())[0];
  dispatchEvent(new NotificationEvent('notificationclick', { notification: self.tapped }));
})()`;

/** The browser's name of the page's service worker. */
const registrationOf = (session: CDPSession): Promise<string> =>
  new Promise((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
  });

/**
 * Returns what delivers a message as a push service does; it resolves when the service worker is done with it. Chromium
 * forgets a notification that `getNotifications` finds stored but not displayed yet: to ask before would remove it.
 */
async function delivererOf(session: CDPSession, origin: string, registrationId: string) {
  const service = 'pushMessaging';
  await session.send('BackgroundService.startObserving', { service });
  await session.send('BackgroundService.setRecording', { shouldRecord: true, service });
  return async (message: object): Promise<void> => {
    const isDone = new Promise<void>((resolve) => {
      session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
        if (backgroundServiceEvent.eventName === 'Push event completed') resolve();
      });
    });
    const data = JSON.stringify(message);
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    await isDone;
  };
}

it('a message shows a notification while the app is out of view, and a tap on it leads an open page there', async () => {
  const { url } = stage.product;
  const { page, context } = await englishPhone(stage.browser, url);
  await context.grantPermissions(['notifications'], { origin: url });
  await enterDemo(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const { Id: id } = await instrumentNamed(url, 'BTCUSD');
  const session = await context.newCDPSession(page);
  const registration = registrationOf(session);
  await session.send('ServiceWorker.enable');
  const registrationId = await registration;
  const deliver = await delivererOf(session, url, registrationId);
  const push = (tag: string) => deliver({ ...MESSAGE, tag, path: `/trade?id=${id}` });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  // In view the app tells it itself.
  await push('in-view');
  await page.goto('about:blank');
  await push('out-of-view');
  await page.goto('/');
  const { title, body } = MESSAGE;
  await expect.poll(shown, { timeout: 90_000 }).toEqual([{ title, body, tag: 'out-of-view' }]);

  await page.evaluate(() => document.body.setAttribute('data-kept', ''));
  const [worker] = context.serviceWorkers();
  // The page listens some seconds after its start.
  const tap = async () => {
    await worker?.evaluate(TAP);
    return new URL(page.url()).pathname;
  };
  await expect.poll(tap, { timeout: 90_000, interval: 500 }).toBe('/trade');
  await page.getByRole('heading', { name: /BTC/ }).waitFor();
  expect(await page.locator('body[data-kept]').count()).toBe(1);
  await context.close();
});

/** In the service worker, which the browser may have started once more. */
const inWorker = <T>(context: BrowserContext, script: string): Promise<T> =>
  context.serviceWorkers().at(-1)?.evaluate(script) as Promise<T>;

/** Opens no window without a real tap: keeps the path instead. */
const TAP_CLOSED = `clients.openWindow = async (path) => { self.opened = path; return null; };
  registration.getNotifications().then(([notification]) =>
    dispatchEvent(new NotificationEvent('notificationclick', { notification })));`;

it('while the app is closed, what the exchange sends to the push service is the notification that a tap opens', async () => {
  const service = await startPushService();
  const product = await startProduct({ PUSH_SERVICES: service.origin });
  onTestFinished(() => product.stop());
  const member = await joinAsDemo(product);
  const phone = await englishPhone(stage.browser, product.url);
  const { page, context } = phone;
  await handTo(phone, member);
  await context.grantPermissions(['notifications'], { origin: product.url });
  const closed = await context.newPage();
  const session = await context.newCDPSession(closed);
  const registration = registrationOf(session);
  await session.send('ServiceWorker.enable');
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const registrationId = await registration;

  const ask = caller(product.url, { authorization: member.token, lang: 'en' });
  const device = createPushBrowser(service.origin);
  const { endpoint, p256dh, auth } = device;
  const { key } = await ask('GET', '/api/push/key');
  await ask('POST', '/api/push/subscribe', { endpoint, 'keys.p256dh': p256dh, 'keys.auth': auth });
  const { Id, HasForexMultiple } = await instrumentNamed(product.url, 'BTCUSD');
  const multiple = HasForexMultiple[0]?.Value ?? 1;
  const order = { forex_id: Id, multiple, cont: 1, status: 1, type: 1, cid: 'push-closed-1' };
  await ask('GET', '/v1/api/forex/submit', order);
  await page.close();
  // A margin call: three quarters of the margin are left.
  const operator = operatorOf(product.dataDir);
  const uid = String(member.uid);
  const [{ balance, locked }] = await operator.rows('balance', 'show', { uid });
  const amount = (locked * 0.75 - balance).toFixed(2);
  await operator.rows('balance', 'adjust', { uid, amount, memo: 'A mistake put right' });
  const [sent] = await service.until(1);
  if (sent === undefined) throw new Error('nothing was sent');
  const message = device.read(sent, key);
  expect(message).toMatchObject({ title: 'Margin call', lang: 'en-US' });

  const deliver = await delivererOf(session, product.url, registrationId);
  await deliver(message);
  const shown = () =>
    inWorker(
      context,
      'registration.getNotifications().then((all) => all.map(({ title, body }) => ({ title, body })))',
    );
  const { title, body } = message;
  await expect.poll(shown, { timeout: 90_000 }).toEqual([{ title, body }]);
  await inWorker(context, TAP_CLOSED);
  await expect.poll(() => inWorker(context, 'self.opened'), { timeout: 90_000 }).toBe(message.path);
  await closed.goto(message.path);
  await closed.getByRole('heading', { level: 1, name: 'Orders' }).waitFor();
  await context.close();
});
