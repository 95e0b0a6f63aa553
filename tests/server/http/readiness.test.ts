import { expect, it, vi } from 'vitest';
import { type AppOptions, createApp, type Readiness } from '../../../server/http/app.ts';
import type { Services } from '../../../server/services.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';

/** Subjects that fail the test when they are called. */
const closedRooms = new Proxy({} as Services, {
  get: (_, room) =>
    new Proxy(
      {},
      {
        get: () => {
          throw new Error(`${String(room)} was asked before it was ready`);
        },
      },
    ),
});

const appThatIs = (readiness: Readiness, faults: unknown[] = [], more: Partial<AppOptions> = {}) =>
  createApp({
    services: closedRooms,
    clock: createManualClock(0),
    isAllowedOrigin: () => true,
    isKnownHost: () => true,
    isProxy: () => false,
    readiness: () => readiness,
    onFault: (_, error) => faults.push(error),
    ...more,
  });

it('while the server starts or stops, every call and the health check answer 503 and change nothing', async () => {
  const faults: unknown[] = [];
  const app = appThatIs('closed', faults);
  const health = ['/healthz', '/readyz'].map((path) => ({ method: 'GET', path }) as const);
  for (const { method, path } of [...Object.values(ROUTES), ...health]) {
    const answer = await app.inject({ method, url: path, headers: { lang: 'en' } });
    expect([path, answer.statusCode]).toEqual([path, 503]);
    expect(answer.json()).toEqual({
      code: CODE.internal,
      msg: 'Something went wrong, please try again later',
      data: null,
    });
  }
  await app.close();
  expect(faults).toEqual([]);
});

it('while the database does not answer, orders are refused for good, readably for a page of another origin', async () => {
  const app = appThatIs('unreachable');
  const headers = { lang: 'en', origin: 'https://m.example.com' };
  for (const { method, path, ...route } of Object.values(ROUTES)) {
    const answer = await app.inject({ method, url: path, headers });
    const isOrder = 'changes' in route;
    expect([path, answer.statusCode]).toEqual([path, isOrder ? 429 : 503]);
    expect(answer.json()).toMatchObject(
      isOrder
        ? {
            code: CODE.tooMany,
            msg: 'Not carried out, please try again in a moment',
            data: { retry_after_s: 1, reason: 'unavailable' },
          }
        : { code: CODE.internal },
    );
    expect(answer.headers['access-control-allow-origin']).toBe(headers.origin);
  }
  await app.close();
});

it.each([
  ['closed', 503],
  ['unreachable', 503],
  ['failing', 503],
  ['draining', 503],
  ['degraded', 200],
  ['ready', 200],
] as const)('when it is %s, health is %i and the process is alive', async (readiness, status) => {
  const app = appThatIs(readiness);
  for (const url of ['/healthz', '/readyz']) {
    const answer = await app.inject({ url });
    expect([url, answer.statusCode]).toEqual([url, status]);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
  const alive = await app.inject({ url: '/livez' });
  expect([alive.statusCode, alive.json().data]).toEqual([200, { status: 'alive' }]);
  await app.close();
});

it('says what is away while nobody could do more', async () => {
  const app = appThatIs('degraded', [], { lacks: () => ['prices'] });
  const answer = await app.inject({ url: '/healthz' });
  expect(answer.json().data).toEqual({ status: 'degraded', lacks: ['prices'] });
  await app.close();
});

it('a call that gets no answer from the exchange in time is answered as unknown', async () => {
  let isAsked = false;
  const hangingRoom = new Proxy(
    {},
    {
      get: () => () => {
        isAsked = true;
        return new Promise(() => undefined);
      },
    },
  );
  const clock = createManualClock(0);
  const app = appThatIs('ready', [], {
    clock,
    services: new Proxy({} as Services, { get: () => hangingRoom }),
  });
  const answer = app.inject({
    url: '/v1/api/forex/my_deal?status=1&page=1',
    headers: { authorization: 'a token' },
  });
  const answered = answer.then((said) => [said.statusCode, said.json().code]);
  await vi.waitFor(() => expect(isAsked).toBe(true));
  clock.advance(9_000);
  expect(await answered).toEqual([503, CODE.internal]);
  await app.close();
});
