import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { OrderRequest, WorkingOrders } from '../../../shared/bridge/worker-api.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { orderId } from '../../../shared/domain/order.ts';
import { price } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { LOCAL_CODE } from '../../../shared/result.ts';
import { createOrderCommands } from '../../../worker/commands/orders.ts';
import { workerEnv } from '../../../worker/env.ts';
import { createHttp } from '../../../worker/http.ts';
import { anInstrument } from '../../helpers/instruments.ts';
import { wireOrder } from '../../helpers/wire-rows.ts';
import { quietTap } from '../helpers/quiet-tap.ts';

type Reply = (request: URL, response: ServerResponse, message: IncomingMessage) => void;

const answer =
  (data: unknown, code = 1, status = 200): Reply =>
  (_, response) => {
    response.statusCode = status;
    response.end(JSON.stringify({ code, msg: `code ${code}`, data }));
  };
const hangUp: Reply = (_, response) => {
  response.socket?.destroy();
};
const silence: Reply = () => {};
const page =
  (status: number): Reply =>
  (_, response) =>
    void response.writeHead(status).end('<html>');

/** A server that answers the nth request with the nth reply, later ones with the last reply. */
async function setUp(
  replies: readonly Reply[],
  options: {
    readonly isOffline?: boolean;
    readonly hurry?: number;
    readonly working?: WorkingOrders;
    readonly hasTwoPrices?: boolean;
  } = {},
) {
  const requests: URL[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer((message, response) => {
    const url = new URL(message.url ?? '', 'http://here');
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    requests.push(url);
    headers.push(message.headers);
    reply?.(url, response, message);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const real = workerEnv();
  // A clock that runs faster, so that a deadline of ten seconds passes quickly.
  const hurry = options.hurry ?? 3;
  const start = real.now();
  const env = {
    ...real,
    now: () => timestampMs(start + (real.now() - start) * hurry),
    after: (delayMs: number, run: () => void) => real.after(delayMs / hurry, run),
  };
  const http = createHttp(env, `http://127.0.0.1:${port}`, 'en', quietTap);
  http.setToken('a-token');
  const working: WorkingOrders = options.working ?? { status: 'unknown' };
  const commands = createOrderCommands({
    env,
    http,
    isOffline: () => options.isOffline === true,
    instrument: (id) => (id === 1 ? anInstrument({ id }) : undefined),
    working: () => working,
    hasTwoPrices: () => options.hasTwoPrices === true,
    serverTime: (phoneMs) => timestampMs(phoneMs - 1_000),
    clocksAgree: () => true,
  });
  return { requests, headers, commands, http };
}

const ORDER: OrderRequest = {
  cid: 'one-intent-1',
  instrumentId: instrumentId(1),
  side: 'sell',
  volume: volume(12_500),
  multiple: 100,
  stopLoss: price(121_000),
  kind: {
    type: 'market',
    seenPrice: price(120_000),
    deviationPoints: 20,
  },
};
const TAPPED = timestampMs(1_700_000_001_123);
const cids = (requests: readonly URL[]) => requests.map((url) => url.searchParams.get('cid'));

describe('submitting an order', () => {
  // spec: 7.2 7.3
  test('sends plain decimals, the token in its header, and a time stamp', async () => {
    const { commands, requests, headers } = await setUp([answer(wireOrder(5, 1))]);
    expect(await commands.submitOrder(ORDER, TAPPED)).toMatchObject({
      ok: true,
      value: { id: 5, status: 'open' },
    });
    const { t, ...parameters } = Object.fromEntries(requests[0]?.searchParams ?? []);
    expect(Number(t)).toBeGreaterThan(1_700_000_000_000);
    expect(parameters).toEqual({
      type: '2',
      cont: '1.25',
      forex_id: '1',
      status: '1',
      stop_loss_price: '1.21000',
      multiple: '100',
      cid: 'one-intent-1',
      seen_price: '1.20000',
      seen_at: '1700000000123',
      deviation: '20',
    });
    expect(headers[0]).toMatchObject({ authorization: 'a-token', lang: 'en' });
  });

  test.each([
    ['buy', 'ask'],
    ['sell', 'bid'],
  ] as const)('says of a %s at the market that its price is the %s, if there are two', async (side, seen) => {
    const { commands, requests } = await setUp([answer(wireOrder(5, 1))], { hasTwoPrices: true });
    await commands.submitOrder({ ...ORDER, side }, TAPPED);
    expect(requests[0]?.searchParams.get('seen_side')).toBe(seen);
    await commands.submitOrder({ ...ORDER, side, kind: { type: 'pending', targetPrice: price(1) } }, TAPPED);
    expect(requests[1]?.searchParams.has('seen_side')).toBe(false);
  });

  test.each([
    ['a reply that is lost', hangUp],
    ['no reply at all', silence],
    ['a failing server', answer(null, 5000, 500)],
    ['a gateway’s page', page(502)],
    ['a proxy’s page', page(403)],
    ['the page of a public Wi-Fi', page(200)],
  ] as const)('sends the same cid again after %s, and returns the outcome', async (_, fault) => {
    const isSlow = fault === silence;
    // Two tries of five seconds: at a higher rate a pause of a busy machine would be longer than a try.
    const hurry = isSlow ? 5 : 2;
    const { commands, requests } = await setUp([fault, fault, answer(wireOrder(5, 1))], { hurry });
    const outcome = await commands.submitOrder(ORDER, TAPPED);
    // Two unanswered attempts take the whole deadline.
    if (isSlow) expect(outcome).toEqual({ ok: false, error: { code: LOCAL_CODE.unknown, message: '' } });
    else expect(outcome).toMatchObject({ ok: true, value: { id: 5 } });
    expect(new Set(cids(requests))).toEqual(new Set(['one-intent-1']));
    expect(requests.length).toBeGreaterThan(1);
  });

  // spec: 8.5
  test.each([
    ['an answer', hangUp],
    ['an answer of the exchange', page(403)],
  ] as const)('returns "unknown", never "failed", without %s in time', async (_, fault) => {
    const { commands, requests } = await setUp([fault]);
    expect(await commands.submitOrder(ORDER, TAPPED)).toEqual({
      ok: false,
      error: { code: LOCAL_CODE.unknown, message: '' },
    });
    expect(requests.length).toBeGreaterThan(3);
  });

  // spec: 8.1
  test('takes a refusal as the answer, with its details, and sends once', async () => {
    const { commands, requests } = await setUp([answer({ price: 1.21 }, 4107)]);
    expect(await commands.submitOrder(ORDER, TAPPED)).toEqual({
      ok: false,
      error: { code: 4107, message: 'code 4107', facts: { price: 1.21 } },
    });
    expect(requests).toHaveLength(1);
  });

  test('has the app’s name of the parameter that was refused, and of each detail', async () => {
    const { commands } = await setUp([answer({ field: 'forex_id', retry_after_s: 3 }, 4000)]);
    expect(await commands.submitOrder(ORDER, TAPPED)).toMatchObject({
      error: { facts: { field: 'forexId', retryAfterS: 3 } },
    });
  });

  test('repeats after a rate limit that follows a lost reply, since it does not give the outcome', async () => {
    const { commands, requests } = await setUp([hangUp, answer(null, 4029, 429), answer(wireOrder(5, 1))]);
    expect(await commands.submitOrder(ORDER, TAPPED)).toMatchObject({ ok: true });
    expect(requests).toHaveLength(3);
  });

  // spec: 8.5
  test('sends nothing while the phone is offline', async () => {
    const { commands, requests } = await setUp([answer(wireOrder(5, 1))], { isOffline: true });
    expect(await commands.submitOrder(ORDER, TAPPED)).toEqual({
      ok: false,
      error: { code: LOCAL_CODE.offline, message: '' },
    });
    expect(requests).toEqual([]);
  });

  test('refuses an unlisted instrument without a request', async () => {
    const { commands, requests } = await setUp([answer(wireOrder(5, 1))]);
    expect(await commands.submitOrder({ ...ORDER, instrumentId: instrumentId(9) }, TAPPED)).toMatchObject({
      ok: false,
      error: { code: 4004 },
    });
    expect(requests).toEqual([]);
  });

  test('an answer without an order is malformed', async () => {
    const { commands } = await setUp([answer({ Id: 1 })]);
    expect(await commands.submitOrder(ORDER, TAPPED)).toMatchObject({
      ok: false,
      error: { code: LOCAL_CODE.malformed },
    });
  });
});

test.each([undefined, "another account's token"])(
  'an order is not sent again in another session: %s',
  async (next) => {
    const { commands, requests, headers, http } = await setUp([
      (...call) => {
        http.setToken(next);
        hangUp(...call);
      },
      answer(wireOrder(5, 1)),
    ]);
    expect(await commands.submitOrder(ORDER, TAPPED)).toMatchObject({ error: { code: LOCAL_CODE.unknown } });
    expect(requests).toHaveLength(1);
    expect(headers[0]?.authorization).toBe('a-token');
  },
);

describe('an order whose reply is lost', () => {
  /** From the decision to send to the time stamp of the request, on a busy machine and a hurried clock. */
  const STAMPED_WITHIN_MS = 300;
  const OUTCOME = '/v1/api/forex/outcome';
  /** Loses every reply but those to questions for the outcome. */
  const lossy =
    (outcome: Reply): Reply =>
    (url, response, message) =>
      (url.pathname === OUTCOME ? outcome : hangUp)(url, response, message);

  test.each([
    ['executed', { code: 1, msg: '', data: wireOrder(5, 1) }, { ok: true, value: { id: 5 } }],
    ['refused', { code: 4102, msg: 'too little', data: null }, { ok: false, error: { code: 4102 } }],
  ])('is sent for five seconds, then its outcome asked for: %s', async (_, reply, known) => {
    const { commands, requests } = await setUp([lossy(answer({ state: 'done', reply }))]);
    expect(await commands.submitOrder(ORDER, TAPPED)).toMatchObject(known);
    const paths = requests.map(({ pathname }) => pathname);
    expect(paths.filter((path) => path === OUTCOME)).toHaveLength(1);
    expect(paths.at(-1)).toBe(OUTCOME);
    const t = (url: URL | undefined) => Number(url?.searchParams.get('t'));
    expect(t(requests.at(-2)) - t(requests[0])).toBeLessThan(5_000 + STAMPED_WITHIN_MS);
    expect(t(requests.at(-1)) - t(requests[0])).toBeGreaterThanOrEqual(4_900);
    expect(new Set(cids(requests))).toEqual(new Set(['one-intent-1']));
  });

  test('was not executed if the exchange never had it', async () => {
    const { commands } = await setUp([lossy(answer({ state: 'never' }))]);
    expect(await commands.submitOrder(ORDER, TAPPED)).toMatchObject({ ok: false, error: { code: 4109 } });
  });

  test.each([
    ['that is being decided', answer({ state: 'deciding' })],
    ['with a state of a later version', answer({ state: 'sleeping' })],
    ['that the exchange will not say', answer(null, 999)],
  ])('stays unknown if it has an outcome %s', async (_, reply) => {
    const { commands, requests } = await setUp([lossy(reply)]);
    expect(await commands.submitOrder(ORDER, TAPPED)).toMatchObject({ error: { code: LOCAL_CODE.unknown } });
    expect(requests.filter(({ pathname }) => pathname === OUTCOME).length).toBeGreaterThan(1);
    expect(await commands.orderOutcome('one-intent-1')).toMatchObject({
      error: { code: LOCAL_CODE.unknown },
    });
  });
});

// spec: 7.53
test('a partial close is repeated with the same cid and the same lots', async () => {
  const { commands, requests } = await setUp([hangUp, answer(wireOrder(5, 3))]);
  expect(await commands.closeOrder(orderId(5), 'close-intent', TAPPED, volume(2_500))).toMatchObject({
    ok: true,
    value: { status: 'closed' },
  });
  expect(requests.map(({ searchParams }) => searchParams.get('cont'))).toEqual(['0.25', '0.25']);
  expect(cids(requests)).toEqual(['close-intent', 'close-intent']);
});

// spec: 7.54
test('cancelling: "no such pending order" after a lost reply means that the cancellation succeeded', async () => {
  const { commands } = await setUp([hangUp, answer(null, 4009)]);
  expect(await commands.cancelOrder(orderId(5))).toEqual({ ok: true, value: undefined });
});

test.each([
  ['pending', LOCAL_CODE.unknown],
  ['open', 4009],
] as const)(
  'cancelling: the same while the order is last known as %s may be a fill',
  async (status, code) => {
    const known = { id: orderId(5), status } as never;
    const [positions, pending] = status === 'open' ? [[known], []] : [[], [known]];
    const { commands } = await setUp([hangUp, answer(null, 4009)], {
      working: { status: 'ready', positions, pending },
    });
    expect(await commands.cancelOrder(orderId(5))).toMatchObject({ ok: false, error: { code } });
  },
);

test('cancelling: the same message in the first reply is a refusal', async () => {
  const { commands } = await setUp([answer(null, 4009)]);
  expect(await commands.cancelOrder(orderId(5))).toMatchObject({ ok: false, error: { code: 4009 } });
});
