import { expect, it } from 'vitest';
import { createApp } from '../../../server/http/app.ts';
import type { Services } from '../../../server/services.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
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

it('while the server starts or stops, every call and the health check answer 503 and change nothing', async () => {
  const faults: unknown[] = [];
  const app = createApp({
    services: closedRooms,
    clock: createManualClock(timestampMs(0)),
    isAllowedOrigin: () => false,
    isProxy: () => false,
    isReady: () => false,
    onFault: (_, error) => faults.push(error),
  });
  for (const { method, path } of [...Object.values(ROUTES), { method: 'GET', path: '/healthz' } as const]) {
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
