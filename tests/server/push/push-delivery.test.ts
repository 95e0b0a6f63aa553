import { beforeAll, describe, expect, it } from 'vitest';
import { createPushDelivery } from '../../../server/push/push-delivery.ts';
import { createPushKeys, loadWebPush } from '../../../server/push/push-keys.ts';
import type { PushPost, PushRequest } from '../../../server/push/push-post.ts';
import type { Subscription } from '../../../server/push/push-repository.ts';
import { createPushServices } from '../../../server/push/push-services.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { createPushBrowser } from '../../helpers/push-service.ts';

// Otherwise the first message would wait for a file.
beforeAll(loadWebPush);

const START = timestampMs(Date.UTC(2026, 2, 4, 10, 0, 0));
const KEPT_MS = 3_600_000;

/** What a service answers: a status, a wait that it asks for, or nothing; `later`: 201 at `release`. */
type Reply =
  | number
  | { readonly status: number; readonly retryAfterS: number }
  | 'nothing'
  | 'never'
  | 'later';

function start(replies: readonly Reply[] = []) {
  const clock = createManualClock(START);
  const left = [...replies];
  const requests: PushRequest[] = [];
  const gone: Subscription[] = [];
  const errors: string[] = [];
  let ended: string | undefined;
  let failures = 0;
  const held: (() => void)[] = [];
  const post: PushPost = Object.assign(
    async (request: PushRequest) => {
      requests.push(request);
      const reply = left.shift() ?? 201;
      if (reply === 'later') {
        await new Promise<void>((resolve) => held.push(resolve));
        return { status: 201, retryAfterS: undefined };
      }
      if (reply === 'never') return new Promise<never>(() => undefined);
      if (reply === 'nothing') throw new Error('no answer in time');
      return typeof reply === 'number' ? { status: reply, retryAfterS: undefined } : reply;
    },
    { stop: () => undefined },
  );
  const delivery = createPushDelivery({
    clock,
    keys: createPushKeys(Buffer.alloc(32, 7), 'mailto:support@pipstream.example', clock),
    services: createPushServices(['fcm.googleapis.com', '*.push.apple.com']),
    post,
    async isKept({ sessionId }) {
      if (failures-- > 0) throw new Error('the database is away');
      return sessionId !== ended;
    },
    onGone: (one) => gone.push(one),
    report: (error) => errors.push(String(error)),
  });
  return {
    clock,
    requests,
    gone,
    errors,
    delivery,
    send(to: Subscription = device()) {
      delivery.send(to, { message: MESSAGE, until: timestampMs(START + KEPT_MS), urgency: 'high' });
    },
    /** Ends the session of `device()`. */
    logOut() {
      ended = '';
    },
    /** Answers all `later` ones. */
    release() {
      for (const answer of held.splice(0)) answer();
    },
    /** Of the next reads. */
    failReads(count: number) {
      failures = count;
    },
    /** Advances the time, and lets everything happen that can. */
    async pass(ms: number) {
      clock.advance(ms);
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const MESSAGE = {
  title: 'EUR/USD',
  body: 'Has reached 1.10500',
  tag: 'alert-1',
  path: '/trade?id=1',
  at: START,
  lang: 'en-US',
  dir: 'ltr',
} as const;

const device = (host = 'https://fcm.googleapis.com'): Subscription => {
  const { p256dh, auth } = createPushBrowser(host);
  const endpoint = `${host}/fcm/send/one`;
  return {
    id: 1,
    endpoint,
    sessionId: '',
    accountId: 1 as never,
    p256dh,
    auth,
    language: 'en',
    createdAt: START,
  };
};

const of = (account: number, to: Subscription): Subscription => ({ ...to, accountId: account as never });

const ttls = (requests: readonly PushRequest[]) => requests.map(({ headers }) => headers['TTL']);

describe('a message', () => {
  it('that a service takes is sent once', async () => {
    const { requests, delivery, send, pass, errors } = start();
    send();
    await pass(0);
    await pass(KEPT_MS);
    expect(ttls(requests)).toEqual([3_600]);
    expect(requests[0]).toMatchObject({ isTrusted: false, headers: { Urgency: 'high', Topic: 'alert-1' } });
    expect(delivery.underWay()).toBe(0);
    expect(errors).toEqual([]);
  });

  it.each<Reply>([500, 503, 429, 'nothing'])('is sent again later when the answer is %s', async (reply) => {
    const { requests, send, pass } = start([reply, reply]);
    send();
    await pass(0);
    await pass(1_999);
    expect(ttls(requests)).toEqual([3_600]);
    await pass(1);
    expect(ttls(requests)).toEqual([3_600, 3_598]);
    await pass(9_999);
    expect(requests).toHaveLength(2);
    await pass(1);
    expect(ttls(requests)).toEqual([3_600, 3_598, 3_588]);
    await pass(KEPT_MS);
    expect(requests).toHaveLength(3);
  });

  it('is not sent to a device whose session has ended while it waited behind others', async () => {
    const { requests, delivery, send, pass, logOut, release } = start(Array<Reply>(8).fill('later'));
    for (let i = 0; i < 9; i++) send();
    await pass(0);
    expect(requests).toHaveLength(8);
    logOut();
    release();
    await pass(0);
    expect(requests).toHaveLength(8);
    expect(delivery.underWay()).toBe(0);
  });

  it('is sent at the next try when the database cannot say whether the session has ended', async () => {
    const { requests, send, pass, failReads, errors } = start();
    failReads(1);
    send();
    await pass(0);
    expect(requests).toEqual([]);
    await pass(2_000);
    expect(ttls(requests)).toEqual([3_598]);
    expect(errors).toEqual([]);
  });

  it('is not sent again to a device whose session has ended meanwhile', async () => {
    const { requests, delivery, send, pass, logOut, errors } = start([503]);
    send();
    await pass(0);
    logOut();
    await pass(2_000);
    expect(requests).toHaveLength(1);
    expect(delivery.underWay()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('waits as long as the service asks, at most ten minutes', async () => {
    const { requests, send, pass } = start([
      { status: 429, retryAfterS: 100 },
      { status: 503, retryAfterS: 100_000 },
    ]);
    send();
    await pass(0);
    await pass(99_999);
    expect(requests).toHaveLength(1);
    await pass(1);
    expect(requests).toHaveLength(2);
    await pass(599_999);
    expect(requests).toHaveLength(2);
    await pass(1);
    expect(requests).toHaveLength(3);
  });

  it('is given up after four more tries, and that is reported', async () => {
    const { requests, delivery, send, pass, errors } = start(Array.from({ length: 9 }, () => 503));
    send();
    for (const ms of [0, 2_000, 10_000, 60_000, 300_000, 600_000]) await pass(ms);
    expect(requests).toHaveLength(5);
    expect(delivery.underWay()).toBe(0);
    expect(errors).toEqual([expect.stringContaining('do not reach fcm.googleapis.com: it answered 503')]);
  });

  it('that is not worth delivering any more is not sent again', async () => {
    const { requests, send, pass, delivery, errors } = start([{ status: 503, retryAfterS: 600 }]);
    send();
    await pass(0);
    await pass(KEPT_MS);
    expect(requests).toHaveLength(1);
    expect(delivery.underWay()).toBe(0);
    expect(errors).toEqual([]);
  });

  it.each([400, 401, 403, 413])(
    'that is refused with %d is not sent again; reported once a minute',
    async (status) => {
      const { requests, send, pass, errors, gone } = start([status, status, status]);
      send();
      send();
      await pass(0);
      expect(errors).toEqual([expect.stringContaining(`it answered ${status}`)]);
      await pass(60_000);
      send();
      await pass(0);
      expect(requests).toHaveLength(3);
      expect(errors).toHaveLength(2);
      expect(gone).toEqual([]);
    },
  );

  it.each([404, 410])('ends a subscription when the answer is %d', async (status) => {
    const { send, pass, gone, errors } = start([status]);
    const to = device();
    send(to);
    await pass(0);
    expect(gone).toEqual([to]);
    expect(errors).toEqual([]);
  });

  it('to a service that is not allowed any more is not sent', async () => {
    const { send, pass, gone, requests } = start();
    const to = device('https://push.example.com');
    send(to);
    await pass(0);
    expect(requests).toEqual([]);
    expect(gone).toEqual([to]);
  });
});

describe('many messages', () => {
  it('go to a service a few at a time, and one service does not hold up another', async () => {
    const { requests, send, pass } = start(Array.from({ length: 8 }, () => 'never' as const));
    const to = device();
    for (let sent = 0; sent < 20; sent++) send(to);
    await pass(0);
    expect(requests).toHaveLength(8);
    send(device('https://web.push.apple.com'));
    await pass(0);
    expect(requests).toHaveLength(9);
  });

  it('are bounded: further ones are dropped, and that is reported once', async () => {
    const { send, delivery, errors } = start(Array.from({ length: 8 }, () => 'never' as const));
    const to = device();
    for (let sent = 0; sent < 10_050; sent++) send(to);
    expect(delivery.underWay()).toBe(10_000);
    expect(errors).toEqual([expect.stringContaining('10000')]);
  });

  it('that nobody takes make room for those of accounts with fewer, however many accounts have them', async () => {
    const { requests, send, delivery, pass } = start(Array.from({ length: 8 }, () => 'never' as const));
    const to = device();
    for (let account = 1; account <= 100; account++)
      for (let sent = 0; sent < 300; sent++) send(of(account, to));
    const other = of(101, device('https://web.push.apple.com'));
    for (let sent = 0; sent < 90; sent++) send(other);
    expect(delivery.underWay()).toBe(10_000);
    await pass(0);
    expect(requests.filter(({ endpoint }) => endpoint === other.endpoint)).toHaveLength(90);
    expect(delivery.underWay()).toBe(9_910);
  });

  it('make room by the oldest of the account that has most, which is not tried again', async () => {
    const { requests, send, delivery, pass } = start([
      503,
      ...Array.from({ length: 8 }, () => 'never' as const),
    ]);
    const [apple, google] = [device('https://web.push.apple.com'), device()];
    send(apple);
    await pass(0);
    for (let sent = 1; sent < 10_000; sent++) send(google);
    await pass(0);
    const other = { ...of(2, apple), endpoint: 'https://web.push.apple.com/two' };
    send(other);
    expect(delivery.underWay()).toBe(10_000);
    await pass(2_000);
    const toApple = requests.map(({ endpoint }) => endpoint).filter((one) => one !== google.endpoint);
    expect(toApple).toEqual([apple.endpoint, other.endpoint]);
    expect(delivery.underWay()).toBe(9_999);
  });

  it('share a signature for half a day', async () => {
    const { requests, send, pass, clock } = start();
    const to = device();
    send(to);
    send(to);
    await pass(0);
    clock.advance(KEPT_MS - 1);
    const [first, second] = requests.map(({ headers }) => headers['Authorization']);
    expect(first).toMatch(/^vapid t=/);
    expect(second).toBe(first);
  });
});

it('a stop gives up what waits for another try', async () => {
  const { delivery, send, pass, requests } = start([503]);
  send();
  await pass(0);
  const stopped = delivery.stop();
  await pass(0);
  await stopped;
  expect(delivery.underWay()).toBe(0);
  send();
  await pass(KEPT_MS);
  expect(requests).toHaveLength(1);
});

it('a stop sends what has not been tried', async () => {
  const { delivery, send, pass, requests } = start();
  for (let sent = 0; sent < MORE_THAN_AT_ONCE; sent++) send();
  const stopped = delivery.stop();
  await pass(0);
  await stopped;
  expect(requests).toHaveLength(MORE_THAN_AT_ONCE);
});

const MORE_THAN_AT_ONCE = 30;
