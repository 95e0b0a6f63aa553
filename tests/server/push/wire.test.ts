import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { createPushBrowser, startPushService } from '../../helpers/push-service.ts';
import { form, openHttp } from '../http-fixture.ts';

/** The tape goes up and down around 1.1 by half a thousandth. */
const CROSSED = '1.1003';

async function start() {
  const service = await startPushService();
  const http = await openHttp({ PUSH_SERVICES: service.origin });
  const enter = async () => {
    const authorization = await http.enter();
    const headers = { authorization };
    return {
      authorization,
      get: (path: string) => http.ask(path, { headers }),
      post(path: string, fields: Readonly<Record<string, string>>) {
        const sent = form(fields);
        return http.ask(path, { ...sent, headers: { ...sent.headers, ...headers } });
      },
      /** As `JSON.stringify` writes a PushSubscription. */
      subscribe: ({ endpoint, p256dh, auth }: ReturnType<typeof createPushBrowser>, lang = 'en') =>
        http.ask('/api/push/subscribe', {
          method: 'POST',
          headers: { ...headers, lang, 'content-type': 'application/json' },
          body: JSON.stringify({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
        }),
    };
  };
  return { service, http, enter };
}

// spec: 7.107 7.108
it('a browser subscribes with the key, and is told in its language; the key stays in the data folder', async () => {
  const { service, http, enter } = await start();
  const user = await enter();
  const { data } = await http.ask('/api/push/key');
  const browser = createPushBrowser(service.origin);
  expect(await user.subscribe(browser, 'de')).toMatchObject({ code: CODE.success, data: null });
  const id = await http.idOf('EURUSD');
  // Before the first price it is refused.
  const add = async () => (await user.post('/api/alert/add', { forex_id: String(id), price: CROSSED })).code;
  await expect.poll(add, { timeout: 60_000 }).toBe(CODE.success);
  const [received] = await service.until(1);
  if (received === undefined) throw new Error('nothing came');
  expect(browser.read(received, data.key)).toMatchObject({
    title: 'EUR/USD',
    body: 'Hat 1,10030 erreicht',
    path: `/trade?id=${id}`,
  });
  const key = join(http.dataDir, 'push.key');
  expect(statSync(key).mode & 0o777).toBe(0o600);
  expect(Buffer.from(readFileSync(key, 'utf8'), 'base64url')).toHaveLength(32);
  expect(http.faults).toEqual([]);
});

// spec: 7.109
it('a browser that has unsubscribed, or whose session was ended, is not told', async () => {
  const { service, http, enter } = await start();
  const [left, out, stays] = [await enter(), await enter(), await enter()];
  const id = await http.idOf('EURUSD');
  for (const [user, name] of [
    [left, 'left'],
    [out, 'out'],
    [stays, 'stays'],
  ] as const)
    await user.subscribe(createPushBrowser(service.origin, name));
  const { endpoint } = createPushBrowser(service.origin, 'left');
  expect(await stays.post('/api/push/unsubscribe', { endpoint })).toMatchObject({ code: CODE.success });
  expect(await left.post('/api/push/unsubscribe', { endpoint })).toMatchObject({ code: CODE.success });
  for (const user of [left, out, stays])
    await user.post('/api/alert/add', { forex_id: String(id), price: '1.1002', repeat: '1' });
  expect((await out.post('/api/user/logout', {})).code).toBe(CODE.success);
  const last = () => service.received.at(-1)?.path;
  await expect.poll(last, { timeout: 120_000 }).toBe('/push/stays');
  const before = service.received.length;
  await service.until(before + 2);
  expect(service.received.slice(before).map(({ path }) => path)).toEqual(['/push/stays', '/push/stays']);
});

// spec: 7.110 7.111
it('kinds are switched for the account, each by itself', async () => {
  const { enter } = await start();
  const [user, other] = [await enter(), await enter()];
  const all = { price_alerts: 1, fills: 1, stop_outs: 1, margin_calls: 1 };
  expect((await user.get('/api/push/settings')).data).toEqual(all);
  const changed = await user.post('/api/push/settings', { fills: '0', margin_calls: '0' });
  expect(changed.data).toEqual({ ...all, fills: 0, margin_calls: 0 });
  await user.post('/api/push/settings', { fills: '1' });
  expect((await user.get('/api/push/settings')).data).toEqual({ ...all, margin_calls: 0 });
  expect((await other.get('/api/push/settings')).data).toEqual(all);
  expect((await user.post('/api/push/settings', { fills: '2' })).code).toBe(CODE.badParameter);
});
