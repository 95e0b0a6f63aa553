import type { CDPSession } from 'playwright';
import { expect, it } from 'vitest';
import { englishPhone, enterDemo, instrumentNamed } from './phone.ts';
import { openScene } from './scene.ts';

const scene = openScene();

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
  const { url } = scene.product;
  const { page, context } = await englishPhone(scene.browser, url);
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
});
