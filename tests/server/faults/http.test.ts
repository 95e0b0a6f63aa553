import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { openHttp } from '../http-fixture.ts';
import { caughtUp, sharedFaults } from './faults-scene.ts';

const LIST = ROUTES.getTradeList.path;

const scene = sharedFaults();
let token: string;
beforeAll(async () => {
  token = await scene.http.enter();
});
afterEach(() => scene.clear());

describe('a call', () => {
  it('is carried out at once and answered late', async () => {
    await scene.set('delay', { on: 'http', ms: '500' });
    let isAnswered = false;
    const asked = scene.http.ask(LIST).then((answer) => {
      isAnswered = true;
      return answer;
    });
    while ((await scene.list())[0]?.struck !== 1);
    scene.clock.advance(499);
    await scene.http.ask('/healthz');
    expect(isAnswered).toBe(false);
    scene.clock.advance(1);
    expect((await asked).code).toBe(CODE.success);
  });

  it('is carried out although its answer is lost', async () => {
    const headers = { authorization: token };
    const order = `${ROUTES.submitOrder.path}?type=1&cont=0.01&forex_id=1&status=1&multiple=100&cid=lost-answer`;
    await scene.set('drop', { on: 'http', count: '1' });
    await expect(scene.http.ask(order, { headers })).rejects.toThrow('socket hang up');
    const { data } = await scene.http.ask(`${ROUTES.getDeals.path}?status=1&page=1`, { headers });
    expect(data.data.length).toBe(1);
    expect((await scene.http.ask(order, { headers })).data.Id).toBe(data.data[0].Id);
  });

  it('is refused, and sockets stay', async () => {
    const client = await scene.watcher();
    await scene.set('refuse', { on: 'http' });
    const refused = await scene.http.ask(LIST);
    expect([refused.status, refused.code]).toEqual([503, CODE.internal]);
    expect((await scene.list())[0]).toMatchObject({ kind: 'refuse', struck: 1 });
    expect((await scene.http.ask('/healthz')).status).toBe(200);
    await caughtUp(client);
    client.raw.terminate();
    await scene.clear();
    expect((await scene.http.ask(LIST)).status).toBe(200);
  });

  it('finds its session expired at the configured rate', async () => {
    const ask = () => scene.http.ask(ROUTES.getUser.path, { headers: { authorization: token } });
    expect((await ask()).code).toBe(CODE.success);
    await scene.set('999', { seconds: '5' });
    expect([(await ask()).code, (await ask()).code]).toEqual([CODE.sessionExpired, CODE.sessionExpired]);
    scene.clock.advance(5_000);
    expect((await ask()).code).toBe(CODE.success);
  });

  it('gets another date', async () => {
    await scene.set('skew', { ms: '7200000' });
    const { headers } = await scene.http.ask(LIST);
    expect(headers.date).toBe(new Date(scene.clock.now() + 7_200_000).toUTCString());
  });
});

it('an exchange that was not started for development has no console', async () => {
  const http = await openHttp();
  const operator = operatorOf(http.dataDir);
  for (const [verb, values] of [
    ['list', {}],
    ['set', { kind: 'drop' }],
    ['clear', {}],
  ] as const)
    expect(await operator.refused('faults', verb, values)).toBe(
      'There is no fault console here: it is for development, in an exchange started by npm run dev or with FAULTS=on.',
    );
  expect(http.faults).toEqual([]);
});
