import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { natsMissing, startBrokerOf } from '../helpers/nats.ts';
import { BITCOIN, exchangeOf, holders, PATIENT } from '../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { type Answer, ask, form, openSocket } from '../server/http-fixture.ts';

/** A phone's newest price of bitcoin, by its own time, and the orders that its account's topic has shown. */
async function openPhone(port: number, token: string) {
  const socket = await openSocket(port, {}, '');
  onTestFinished(() => socket.raw.terminate());
  let newest = 0;
  const orders = new Set<unknown>();
  socket.raw.on('message', (message) => {
    const text = String(message);
    const { topic, seq, data } = text.startsWith('{') ? JSON.parse(text) : {};
    if (seq === undefined) return;
    if (topic === 'DAY_MARKET') for (const row of data) if (row[0] === BITCOIN) newest = row[4];
    if (topic === 'FOREX_TRADE') for (const { Id } of data.orders) orders.add(Id);
  });
  socket.send({ cmd: 'login', params: { token } });
  await socket.ack('login');
  for (const topic of ['DAY_MARKET', 'FOREX_TRADE']) {
    socket.send({ cmd: 'sub', topic });
    await socket.data(topic);
  }
  return { socket, newest: () => newest, orders };
}

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)(
  'a broker of three servers',
  () => {
    const postgres = usePostgres();

    it('goes on while any one of them is away: prices, orders, their events and logouts', async () => {
      const [database, servers] = [await postgres.database(), await startBrokerOf(3)];
      const start = exchangeOf(database, servers.map(({ url }) => url).join(','));
      const parts = [start('feed'), start('dealer'), start('dealer')];
      await Promise.all(parts.map((part) => part.port()));
      const [one = 0, other = 0] = await Promise.all(
        [start('gateway'), start('gateway')].map((part) => part.port()),
      );
      await holders(postgres, database, 2);
      for (const port of [one, other])
        await expect.poll(async () => (await ask(port, '/healthz')).data?.status, PATIENT).toBe('ready');

      const demo = await ask(one, '/api/user/createAccountDemoForU');
      const enter = async (port: number): Promise<string> =>
        (await ask(port, '/api/user/loginForU', form({ demo_id: demo.data.demo_id }))).data.token;
      const tokens = [await enter(one), await enter(other)];
      const phones = await Promise.all([openPhone(one, tokens[0] ?? ''), openPhone(other, tokens[1] ?? '')]);
      const submit = (port: number, cid: string): Promise<Answer> =>
        ask(
          port,
          `/v1/api/forex/submit?type=1&cont=0.01&forex_id=${BITCOIN}&status=1&multiple=10&cid=${cid}`,
          {
            headers: { authorization: tokens[port === one ? 0 : 1] ?? '' },
          },
        );

      for (const [round, server] of servers.entries()) {
        await server.kill();
        const killedAt = systemClock.now();
        const done: unknown[] = [];
        for (const port of [one, other]) {
          const cid = `round-${round}-${port}`;
          let answer: Answer | undefined;
          await expect
            .poll(async () => {
              answer = await submit(port, cid);
              return answer.code;
            }, PATIENT)
            .toBe(1);
          done.push(answer?.data.Id);
        }
        for (const { newest, orders } of phones) {
          await expect.poll(newest, PATIENT).toBeGreaterThan(killedAt);
          for (const id of done) await expect.poll(() => orders.has(id), PATIENT).toBe(true);
        }
        const leaving = await enter(one);
        const socket = await openSocket(other, {}, '');
        socket.send({ cmd: 'login', params: { token: leaving } });
        expect(await socket.ack('login')).toMatchObject({ code: 1 });
        const out = { method: 'POST', headers: { authorization: leaving } };
        expect((await ask(one, '/api/user/logout', out)).code).toBe(1);
        expect(await socket.ack('login')).toMatchObject({ code: 999 });
        socket.raw.terminate();
        await server.restart();
      }
    }, 600_000);
  },
);
