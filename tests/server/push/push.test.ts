import { afterEach, describe, expect, it } from 'vitest';
import type { Session as AccountSession } from '../../../server/accounts/sessions.ts';
import { createPush, type Push } from '../../../server/push/push.ts';
import { pushEvents } from '../../../server/push/push-events.ts';
import { marginCallNotice, messageOf } from '../../../server/push/push-notice.ts';
import { createPushPost } from '../../../server/push/push-post.ts';
import type { Language } from '../../../shared/contract/language.ts';
import type { PushMessage } from '../../../shared/contract/push.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { price } from '../../../shared/domain/price.ts';
import { good, START, ticket } from '../../helpers/dealing.ts';
import { createPushBrowser, type PushService, startPushService } from '../../helpers/push-service.ts';
import { type AlertsScene, startAlerts } from '../alerts/alerts-scene.ts';

/** The real exchange, alerts and notifications, with a push service that the test runs. */
interface PushScene extends AlertsScene {
  readonly push: Push;
  readonly service: PushService;
  /** A new account with a session. */
  enter(): Promise<Session>;
}

interface Session extends AccountSession {
  readonly token: string;
}

let scene: PushScene | undefined;
afterEach(async () => {
  await scene?.stop();
  scene = undefined;
});

async function start(): Promise<PushScene> {
  const service = await startPushService();
  const alertsScene = await startAlerts();
  const { store, clock, accounts, errors, exchange, alerts, market } = alertsScene;
  const push = createPush({
    store,
    clock,
    key: Buffer.alloc(32, 7),
    subject: 'mailto:support@pipstream.example',
    services: [service.origin],
    post: createPushPost(),
    takeTurn: () => 0,
    report: (error) => errors.push(error),
  });
  const stopEvents = pushEvents({ push, exchange, alerts, market });
  for (const [code, price] of [
    ['EURUSD', 1.1],
    ['XAUUSD', 2_000],
  ] as const)
    market.tick(code, price);
  scene = {
    ...alertsScene,
    push,
    service,
    async enter() {
      const { demoId } = await accounts.createDemo();
      const { token } = good(await accounts.loginDemo(demoId));
      const session = await accounts.session(token);
      if (session === undefined) throw new Error('no session');
      return { ...session, token };
    },
    async stop() {
      stopEvents();
      await push.stop();
      await alertsScene.stop();
    },
  };
  return scene;
}

async function subscribe(
  { push, service }: PushScene,
  session: Session,
  language: Language = 'en',
  name = 'one',
) {
  const browser = createPushBrowser(service.origin, name);
  good(await push.subscribe(session, { ...browser, language }));
  return browser;
}

/** The texts of a message, and nothing else that could tell more. */
const told = ({ title, body, path, at, ...rest }: PushMessage) => {
  expect(Object.keys(rest).toSorted()).toEqual(['dir', 'lang', 'tag']);
  expect(at).toBeGreaterThanOrEqual(START);
  return [title, body, path];
};

it.each([
  ['en', '64000.50'],
  ['de', '64000,50'],
  ['hk', '64000.50'],
] as const)('a message in %s has a price as the app shows it', (language, text) => {
  const figure = { kind: 'price', price: price(6_400_050), precision: 2 } as const;
  const about = { kind: 'price_alerts', tag: 'alert-1', path: '/', at: START, name: 'BTC/USD' } as const;
  expect(messageOf({ ...about, text: 'push.price', figure }, language).body).toContain(text);
});

describe('a device is told', () => {
  it('though another account has thousands of notices at the same tick', async () => {
    const all = await start();
    const [one, other] = [await all.enter(), await all.enter()];
    const notice = marginCallNotice(START);
    await subscribe(all, other);
    for (let sent = 0; sent < 20_000; sent++) all.push.notify(one.accountId, notice);
    all.push.notify(other.accountId, notice);
    expect(await all.service.until(1)).toMatchObject([{ path: '/push/one' }]);
  });

  it('that a price alert has fired', async () => {
    const all = await start();
    const session = await all.enter();
    const browser = await subscribe(all, session);
    await all.at(session.accountId, 110_500);
    await all.ticks(1.104, 1.106);
    const [received] = await all.service.until(1);
    if (received === undefined) throw new Error('nothing came');
    expect(told(browser.read(received, all.push.publicKey))).toEqual([
      'EURUSD',
      'Has reached 1.10500',
      '/trade?id=1',
    ]);
    expect(received.path).toBe('/push/one');
    expect(received.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '3600',
      urgency: 'high',
      topic: 'alert-1',
    });
  });

  it('in its own language, each device in its own', async () => {
    const all = await start();
    const session = await all.enter();
    const browsers = [
      await subscribe(all, session, 'de', 'a'),
      await subscribe(all, session, 'ar', 'b'),
      await subscribe(all, session, 'fr', 'c'),
    ];
    await all.move(session.accountId, -100);
    await all.ticks(1.08);
    const received = await all.service.until(3);
    const read = browsers.map((browser) => {
      const mine = received.find(({ path }) => browser.endpoint.endsWith(path));
      if (mine === undefined) throw new Error('nothing came');
      return browser.read(mine, all.push.publicKey);
    });
    expect(
      read.map(({ body, lang, dir }) => [
        lang,
        dir,
        body.replaceAll(/[\u200e\u200f\u061c\u202f\u00a0]/g, ''),
      ]),
    ).toEqual([
      ['de-DE', 'ltr', 'Heute -1,00% bewegt'],
      ['ar', 'rtl', expect.stringMatching(/1\.00%/)],
      ['fr-FR', 'ltr', 'A varié de -1,00% aujourd’hui'],
    ]);
  });

  it('that its orders were filled, stopped and stopped out, without any amount of the account', async () => {
    const all = await start();
    const { exchange, market, settled } = all;
    const session = await all.enter();
    const browser = await subscribe(all, session);
    const { accountId } = session;
    good(
      await exchange.submit(
        accountId,
        ticket('EURUSD', 'buy', { target: 1.09, lots: 0.5, takeProfit: 1.095 }),
      ),
    );
    const tick = async (price: number) => {
      market.tick('EURUSD', price);
      await settled(accountId);
    };
    await tick(1.09);
    await all.service.until(1);
    await tick(1.096);
    await all.service.until(2);
    // Half of the account is its margin: at 1.0350 the level is below 100 %, at 1.0000 below 50 %.
    good(await exchange.submit(accountId, ticket('EURUSD', 'buy', { lots: 9, multiple: 20 })));
    await settled(accountId);
    await tick(1.035);
    await all.service.until(3);
    await tick(1.0);
    const received = await all.service.until(4);
    const messages = received.map((one) => browser.read(one, all.push.publicKey));
    expect(messages.map(told)).toEqual([
      ['EURUSD', 'Pending order filled at 1.09000', '/order'],
      ['EURUSD', 'Take profit filled at 1.09600', '/order'],
      ['Margin call', expect.stringContaining('below 100%'), '/order'],
      ['EURUSD', 'Stopped out at 1.00000', '/order'],
    ]);
    const { balance } = await exchange.figures(accountId);
    const forbidden = [balance, 100_000_000_000].flatMap((money) => [String(money), String(money / 1e6)]);
    const texts = messages
      .flatMap(({ title, body }) => [title, body])
      .join(' ')
      .replaceAll(/[ ,]/g, '');
    for (const amount of forbidden) expect(texts).not.toContain(amount);
  });

  it('that a pending order was cancelled because free margin was missing, but not of its own cancels', async () => {
    const all = await start();
    const { exchange, market, settled } = all;
    const session = await all.enter();
    const browser = await subscribe(all, session, 'de');
    const { accountId } = session;
    const own = good(await exchange.submit(accountId, ticket('EURUSD', 'buy', { target: 1.08 })));
    good(
      await exchange.submit(accountId, ticket('EURUSD', 'buy', { target: 1.09, lots: 0.5, multiple: 20 })),
    );
    good(await exchange.cancel(accountId, own.id));
    // 99,000 of the account's 100,000: the order needs 2,725.
    good(await exchange.submit(accountId, ticket('XAUUSD', 'buy', { lots: 9.9, multiple: 20 })));
    market.tick('EURUSD', 1.09);
    await settled(accountId);
    const [received, ...others] = await all.service.until(1);
    if (received === undefined) throw new Error('nothing came');
    expect(others).toEqual([]);
    expect(told(browser.read(received, all.push.publicKey))).toEqual([
      'EURUSD',
      'Pending-Order über 0,50 Lot gelöscht: freie Margin reicht nicht aus',
      '/order',
    ]);
    expect(received.headers).toMatchObject({ topic: 'order-2', urgency: 'normal' });
  });

  it('of a margin call once, and again only after the level was well above it', async () => {
    const all = await start();
    const { exchange, market, settled } = all;
    const session = await all.enter();
    await subscribe(all, session);
    const { accountId } = session;
    good(await exchange.submit(accountId, ticket('EURUSD', 'buy', { lots: 18, multiple: 20 })));
    const tick = async (price: number) => {
      market.tick('EURUSD', price);
      await settled(accountId);
    };
    // Margin 99,000 of 100,000: 1.0990 is a level below 100 %, 1.1100 one above 110 %.
    for (const price of [1.099, 1.1, 1.0989, 1.0995, 1.0985]) await tick(price);
    await all.service.until(1);
    for (const price of [1.11, 1.098]) await tick(price);
    expect(await all.service.until(2)).toHaveLength(2);
  });

  it('neither of what its owner did, nor of kinds that are switched off', async () => {
    const all = await start();
    const { exchange, push, service } = all;
    const session = await all.enter();
    await subscribe(all, session);
    const { accountId } = session;
    expect(await push.choose(accountId, { price_alerts: false })).toEqual({
      price_alerts: false,
      fills: true,
      stop_outs: true,
      margin_calls: true,
    });
    const position = good(await exchange.submit(accountId, ticket('EURUSD', 'buy', { lots: 0.1 })));
    good(await exchange.close(accountId, position.id, undefined, undefined));
    await all.at(accountId, 110_500);
    await all.ticks(1.106);
    await push.choose(accountId, { price_alerts: true });
    await all.at(accountId, 110_700);
    await all.ticks(1.108);
    expect((await service.until(1)).map(({ headers }) => headers['topic'])).toEqual(['alert-2']);
    expect(push.underWay()).toBeLessThanOrEqual(1);
  });
});

/** What a day of trading tells, in order, each by the topic of its message. */
const DAY = [
  ['price_alerts', 'alert-1'],
  ['fills', 'order-1'],
  ['fills', 'order-1'],
  ['margin_calls', 'margin-call'],
  ['stop_outs', 'order-2'],
] as const;

/** Lives through the day; `step` is called after each event of it. */
async function live(
  { exchange, market, settled, at }: PushScene,
  accountId: AccountId,
  step: () => Promise<void>,
) {
  const tick = async (price: number) => {
    market.tick('EURUSD', price);
    await settled(accountId);
  };
  await at(accountId, 110_500);
  await tick(1.106);
  await step();
  const waiting = ticket('EURUSD', 'buy', { target: 1.09, lots: 0.5, takeProfit: 1.095 });
  good(await exchange.submit(accountId, waiting));
  await tick(1.09);
  await step();
  await tick(1.096);
  await step();
  // Half of the account is its margin: at 1.0350 the level is below 100 %, at 1.0000 below 50 %.
  good(await exchange.submit(accountId, ticket('EURUSD', 'buy', { lots: 9, multiple: 20 })));
  await tick(1.035);
  await step();
  await tick(1.0);
  await step();
}

describe.each(['price_alerts', 'fills', 'margin_calls', 'stop_outs'] as const)('%s switched off', (off) => {
  it('are not sent, all other kinds are', async () => {
    const all = await start();
    const { push, service } = all;
    const session = await all.enter();
    await subscribe(all, session);
    await push.choose(session.accountId, { [off]: false });
    const due: string[] = [];
    let events = 0;
    await live(all, session.accountId, async () => {
      const [kind, topic] = DAY[events++] ?? [];
      if (topic !== undefined && kind !== off) due.push(topic);
      await service.until(due.length);
    });
    // Told after all of the day: what was wrongly sent before it is there, or on its way.
    await push.choose(session.accountId, { price_alerts: true });
    await all.at(session.accountId, 110_500);
    await all.ticks(1.106);
    due.push('alert-2');
    await service.until(due.length);
    await expect.poll(push.underWay, { timeout: 60_000 }).toBe(0);
    expect(service.received.map(({ headers }) => headers['topic'])).toEqual(due);
  });
});

describe('a subscription', () => {
  it('ends with its session, and with that alone', async () => {
    const all = await start();
    const [mine, other] = [await all.enter(), await all.enter()];
    await subscribe(all, mine, 'en', 'mine');
    await subscribe(all, other, 'en', 'other');
    await all.accounts.logout(mine);
    for (const { accountId } of [mine, other]) await all.at(accountId, 110_500);
    await all.ticks(1.106);
    expect((await all.service.until(1)).map(({ path }) => path)).toEqual(['/push/other']);
    const browser = createPushBrowser(all.service.origin);
    expect(await all.push.subscribe(mine, { ...browser, language: 'en' })).toMatchObject({ ok: false });
  });

  it('of a browser goes to the account that logged in last', async () => {
    const all = await start();
    const [first, second] = [await all.enter(), await all.enter()];
    await subscribe(all, first);
    const browser = await subscribe(all, second);
    await all.at(first.accountId, 110_500);
    await all.ticks(1.106);
    await all.at(second.accountId, 110_700);
    await all.ticks(1.108);
    const [received] = await all.service.until(1);
    if (received === undefined) throw new Error('nothing came');
    expect(browser.read(received, all.push.publicKey).tag).toBe('alert-2');
  });

  it('gets nothing that still waited for the account that its browser had before', async () => {
    const all = await start();
    const [first, second] = [await all.enter(), await all.enter()];
    await subscribe(all, first);
    all.service.answer(503);
    await all.at(first.accountId, 110_500);
    await all.ticks(1.106);
    await all.service.until(1);
    await subscribe(all, second);
    const underWay = () => {
      all.clock.advance(2_000);
      return all.push.underWay();
    };
    await expect.poll(underWay, { timeout: 60_000 }).toBe(0);
    expect(all.service.received).toHaveLength(1);
  });

  it('that the service does not know any more is deleted', async () => {
    const all = await start();
    const session = await all.enter();
    await subscribe(all, session);
    all.service.answer(410);
    await all.at(session.accountId, 110_500);
    await all.ticks(1.106);
    await all.service.until(1);
    const left = () => all.store.read.selectFrom('push_subscriptions').select('id').execute();
    await expect.poll(left, { timeout: 60_000 }).toEqual([]);
  });

  it('is one of ten: the oldest one ends', async () => {
    const all = await start();
    const session = await all.enter();
    for (let made = 0; made < 11; made++) {
      await subscribe(all, session, 'en', `n${made}`);
      all.clock.advance(1_000);
    }
    await all.at(session.accountId, 110_500);
    await all.ticks(1.106);
    const paths = (await all.service.until(10)).map(({ path }) => path);
    expect(paths.toSorted()).toEqual(Array.from({ length: 10 }, (_, at) => `/push/n${at + 1}`).toSorted());
  });

  it.each(['https://push.example.com/one', 'https://127.0.0.1/push', 'not an address', 'file:///etc/passwd'])(
    'at %s is refused',
    async (endpoint) => {
      const all = await start();
      const session = await all.enter();
      const browser = createPushBrowser(all.service.origin);
      const answer = await all.push.subscribe(session, { ...browser, endpoint, language: 'en' });
      expect(answer).toMatchObject({ ok: false, error: { code: 4000, facts: { field: 'endpoint' } } });
    },
  );

  it('with a key that is no point of the curve is refused', async () => {
    const all = await start();
    const session = await all.enter();
    const p256dh = Buffer.alloc(65, 4).toString('base64url');
    const browser = { ...createPushBrowser(all.service.origin), p256dh };
    const answer = await all.push.subscribe(session, { ...browser, language: 'en' });
    expect(answer).toMatchObject({ ok: false, error: { code: 4000, facts: { field: 'keys.p256dh' } } });
  });
});

it('sends a notice that comes whenever the one before has just been dealt with', async () => {
  const { store, clock, openAccount, errors } = await start();
  const account = await openAccount();
  for (let promises = 0; promises < 40; promises++) {
    let [queries, isSecond] = [0, false];
    const read = store.read.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        queries++;
        if (!isSecond) void notifyLater();
        isSecond = true;
        return result;
      },
    });
    const push = createPush({
      store: { ...store, read },
      clock,
      key: Buffer.alloc(32, 7),
      subject: 'mailto:support@pipstream.example',
      services: [],
      post: createPushPost(),
      takeTurn: () => 0,
      report: (error) => errors.push(error),
    });
    const notifyLater = async () => {
      for (let i = 0; i < promises; i++) await Promise.resolve();
      push.notify(account, marginCallNotice(START));
    };
    push.notify(account, marginCallNotice(START));
    await expect.poll(() => [promises, queries, push.underWay()]).toEqual([promises, 2, 0]);
    await push.stop();
  }
});
