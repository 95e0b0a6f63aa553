import { expect, it } from 'vitest';
import { systemClock } from '../../../server/clock.ts';
import { createAlertsElsewhere, createExchangeElsewhere } from '../../../server/cluster/elsewhere.ts';
import { createApp } from '../../../server/http/app.ts';
import type { Services } from '../../../server/services.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { type Answer, form, patiently } from '../http-fixture.ts';

const withQuery = { method: 'GET', headers: {}, path: `${ROUTES.cancelOrder.path}?id=5` };
const withForm = { ...form({ id: '5' }), path: ROUTES.deleteAlert.path };

it.each([
  { name: 'cancelOrder', asked: withQuery },
  { name: 'deleteAlert', asked: withForm },
])(
  '$name that was not sent to the process that deals ends at once, as a fault that no client tries again',
  async ({ asked }) => {
    const store = { read: undefined as never };
    const rooms = {
      exchange: createExchangeElsewhere(store, undefined as never, () => () => undefined),
      alerts: createAlertsElsewhere(store, () => () => undefined),
      accounts: { session: async () => ({ id: 's', accountId: 7, user: { is_demo: 1 } }) },
      security: { record: () => undefined },
    };
    const faults: unknown[] = [];
    const app = createApp({
      services: rooms as unknown as Services,
      clock: systemClock,
      isAllowedOrigin: () => true,
      isKnownHost: () => true,
      isProxy: () => false,
      readiness: () => 'ready',
      onFault: (_, error) => faults.push(error),
    });
    const { path, method, headers, ...body } = asked;
    const answer = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      path,
      headers: { ...headers, authorization: 't' },
      ...('body' in body ? { payload: String(body.body) } : {}),
    });
    expect([answer.statusCode, answer.json().code]).toEqual([500, CODE.internal]);
    expect(answer.headers['retry-after']).toBeUndefined();
    expect(String(faults)).toContain('should have crossed');
  },
);

it('a test gets the refusal of a server that refuses without end', async () => {
  let asked = 0;
  const refused = { status: 429 } as Answer;
  const answer = await patiently(async () => {
    asked++;
    return refused;
  }, 250);
  expect(answer).toBe(refused);
  expect(asked).toBeGreaterThan(1);
});
