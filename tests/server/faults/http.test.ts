import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { ROUTES } from '../../../shared/contract/routes.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { openRim } from '../rim.ts';
import { caughtUp, sharedStage } from './stage.ts';

const LIST = ROUTES.getTradeList.path;

const stage = sharedStage();
let token: string;
beforeAll(async () => {
  token = await stage.rim.enter();
});
afterEach(() => stage.clear());

describe('a call', () => {
  it('is carried out at once and answered late', async () => {
    await stage.set('delay', { on: 'http', ms: '500' });
    let isAnswered = false;
    const asked = stage.rim.ask(LIST).then((answer) => {
      isAnswered = true;
      return answer;
    });
    while ((await stage.list())[0]?.struck !== 1);
    stage.clock.advance(499);
    await stage.rim.ask('/healthz');
    expect(isAnswered).toBe(false);
    stage.clock.advance(1);
    expect((await asked).code).toBe(CODE.success);
  });

  it('is carried out although its answer is lost', async () => {
    const headers = { authorization: token };
    const order = `${ROUTES.submitOrder.path}?type=1&cont=0.01&forex_id=1&status=1&multiple=100&cid=lost-answer`;
    await stage.set('drop', { on: 'http', count: '1' });
    await expect(stage.rim.ask(order, { headers })).rejects.toThrow('socket hang up');
    const { data } = await stage.rim.ask(`${ROUTES.getDeals.path}?status=1&page=1`, { headers });
    expect(data.data.length).toBe(1);
    expect((await stage.rim.ask(order, { headers })).data.Id).toBe(data.data[0].Id);
  });

  it('is refused, and sockets stay', async () => {
    const client = await stage.watcher();
    await stage.set('refuse', { on: 'http' });
    const refused = await stage.rim.ask(LIST);
    expect([refused.status, refused.code]).toEqual([503, CODE.internal]);
    expect((await stage.list())[0]).toMatchObject({ kind: 'refuse', struck: 1 });
    expect((await stage.rim.ask('/healthz')).status).toBe(200);
    await caughtUp(client);
    client.raw.terminate();
    await stage.clear();
    expect((await stage.rim.ask(LIST)).status).toBe(200);
  });

  it('finds its session expired at the configured rate', async () => {
    const ask = () => stage.rim.ask(ROUTES.getUser.path, { headers: { authorization: token } });
    expect((await ask()).code).toBe(CODE.success);
    await stage.set('999', { seconds: '5' });
    expect([(await ask()).code, (await ask()).code]).toEqual([CODE.sessionExpired, CODE.sessionExpired]);
    stage.clock.advance(5_000);
    expect((await ask()).code).toBe(CODE.success);
  });

  it('gets another date', async () => {
    await stage.set('skew', { ms: '7200000' });
    const { headers } = await stage.rim.ask(LIST);
    expect(headers.date).toBe(new Date(stage.clock.now() + 7_200_000).toUTCString());
  });
});

it('an exchange that was not started for development has no console', async () => {
  const rim = await openRim();
  const operator = operatorOf(rim.dataDir);
  for (const [verb, values] of [
    ['list', {}],
    ['set', { kind: 'drop' }],
    ['clear', {}],
  ] as const)
    expect(await operator.refused('faults', verb, values)).toBe(
      'There is no fault console here: it is for development, in an exchange started by npm run dev or with FAULTS=on.',
    );
  expect(rim.faults).toEqual([]);
});
