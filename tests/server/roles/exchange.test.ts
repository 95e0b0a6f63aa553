import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { uidOf } from '../../../server/accounts/user.ts';
import { shardOf } from '../../../server/cluster/shards.ts';
import { RESOURCES } from '../../../server/ops/resources.ts';
import { runCommand } from '../../../server/ops/run-command.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { openTcpProxy } from '../../faults/tcp-proxy.ts';
import { natsMissing, startBroker } from '../../helpers/nats.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { BITCOIN, exchangeOf, holders, PATIENT, READS_METRICS, scriptedFeed } from '../../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { createChance } from '../../sim/chance.ts';
import { ask, form, openSocket } from '../http-fixture.ts';

const cid = (n: number) => `0b7f8f5e-3f6c-4f0e-9d55-0a1b2c3d4e${String(n).padStart(2, '0')}`;
/** Fewer tries than there are cids. */
const SLOWLY = { timeout: 20_000, interval: 500 };

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)('an exchange in parts', () => {
  const postgres = usePostgres();

  it('deals for any gateway, tells all of them, and goes on after a dealer was killed or stopped', async () => {
    const [database, broker] = [await postgres.database(), await startBroker()];
    const start = exchangeOf(database, broker.url);
    const dealers = [start('dealer'), start('dealer')];
    const feed = start('feed');
    await Promise.all([feed, ...dealers].map((one) => one.port()));
    const gateways = [start('gateway'), start('gateway')];
    const spare = { feed: start('feed') };
    const [one = 0, other = 0] = await Promise.all(gateways.map((gateway) => gateway.port()));
    await expect.poll(spare.feed.said, PATIENT).toMatch(/waits at http\S+: .*, which makes its prices/);
    const health = async (port: number) => (await ask(port, '/healthz')).status;
    await expect.poll(() => health(one), PATIENT).toBe(200);

    const demo = await ask(one, '/api/user/createAccountDemoForU');
    const login = async () =>
      (await ask(one, '/api/user/loginForU', form({ demo_id: demo.data.demo_id }))).data.token;
    const [token, watching] = [await login(), await login()];
    const as = (who: string) => ({ headers: { authorization: who } });
    const socket = await openSocket(one, {}, '');
    onTestFinished(() => socket.raw.terminate());
    socket.send({ cmd: 'login', params: { token: watching } });
    expect(await socket.ack('login')).toMatchObject({ code: 1 });
    socket.send({ cmd: 'sub', topic: 'FOREX_TRADE' });
    expect(await socket.data('FOREX_TRADE')).toMatchObject({
      data: { orders: [], account: { balance: 100_000 } },
    });

    const submit = (n: number) =>
      ask(
        other,
        `/v1/api/forex/submit?type=1&cont=0.01&forex_id=${BITCOIN}&status=1&multiple=10&cid=${cid(n)}`,
        as(token),
      );
    const first = await submit(1);
    expect(first).toMatchObject({ status: 200, code: 1, data: { Status: 1 } });
    const told = await socket.data('FOREX_TRADE');
    expect(told).toMatchObject({ data: { orders: [{ Id: first.data.Id }] } });

    const [row] = await postgres.query(database, 'select id from accounts');
    const account = Number(row?.['id']) as AccountId;
    /** The dealer of the account, and another one. */
    const holding = async () => {
      const pid = (await holders(postgres, database, 2))[shardOf(account)];
      const [holder, other] = [
        dealers.find((one) => one.pid === pid),
        dealers.find((one) => one.pid !== pid),
      ];
      if (holder === undefined || other === undefined) throw new Error('no dealer holds the account');
      return { holder, other };
    };
    const before = await holding();
    await before.holder.end('SIGKILL');
    dealers.splice(dealers.indexOf(before.holder), 1, start('dealer'));
    const read = await socket.data('FOREX_TRADE');
    expect(read).toMatchObject({ data: { orders: [{ Id: first.data.Id }] } });
    expect(read.seq).toBe((told.seq ?? 0) + 2);
    expect((await submit(1)).data.Id).toBe(first.data.Id);
    const second = await submit(2);
    expect(second).toMatchObject({ code: 1 });
    expect(await socket.data('FOREX_TRADE')).toMatchObject({ data: { orders: [{ Id: second.data.Id }] } });
    const { data: open } = await ask(one, '/v1/api/forex/my_deal?status=1&page=1', as(token));
    expect(open.data.map(({ Id }: { Id: number }) => Id)).toEqual([second.data.Id, first.data.Id]);

    await feed.end('SIGKILL');
    await spare.feed.port();
    await expect.poll(async () => (await submit(3)).code, PATIENT).toBe(1);

    const { holder: stopped, other: left } = await holding();
    const adjust = async ({ dataDir }: typeof left): Promise<number> => {
      const step = { uid: String(uidOf(account)), amount: '1', memo: 'x' };
      return (await operatorOf(dataDir).rows('balance', 'adjust', step))[0].balance;
    };
    const balance = await adjust(stopped);
    expect(await adjust(left)).toBeCloseTo(balance + 1);
    // The dealer of the account stores and tells an answer in its chat, too: a later one makes gateways read it again.
    socket.send({ cmd: 'sub', topic: 'CHAT' });
    await socket.data('CHAT');
    const text = { uid: String(uidOf(account)), text: 'Good day' };
    await operatorOf(left.dataDir).rows('chat', 'answer', text);
    expect((await socket.data('CHAT')).data.messages).toMatchObject([{ text: 'Good day' }]);
    const steps = await postgres.query(
      database,
      "select outcome from operator_steps where resource = 'chat' and begun is not null order by seq",
    );
    expect(steps).toEqual([{ outcome: 'refused' }, { outcome: 'done' }]);

    // The operator's word to one dealer is heard by the dealer of the account.
    let tries = 50;
    const another = async () => (await submit(tries++)).code;
    const setHours = (hours: string) =>
      operatorOf(left.dataDir).rows('instruments', 'hours', { code: 'BTCUSD', hours });
    await setHours('closed');
    await expect.poll(another, SLOWLY).toBe(CODE.marketClosed);
    await setHours('always');
    await expect.poll(another, SLOWLY).toBe(1);

    stopped.send('SIGSTOP');
    await expect.poll(async () => (await submit(4)).code, PATIENT).toBe(1);
    stopped.send('SIGCONT');
    expect(await stopped.exit).toEqual([1, null]);
    expect(stopped.said()).toMatch(/Another process deals for the accounts of this one/);
    expect((await submit(4)).code).toBe(1);

    const out = await ask(other, '/api/user/logout', { method: 'POST', ...as(watching) });
    expect(out.code).toBe(1);
    expect(await socket.ack('login')).toMatchObject({ code: 999 });

    const figures = await (
      await fetch(`http://127.0.0.1:${await left.port()}/metrics`, READS_METRICS)
    ).text();
    expect(figures).toMatch(
      /pipstream_dealer_calls_total\{call="submitOrder",outcome="done",role="dealer",node="[^"]+"\} [1-9]/,
    );
    expect(figures).toMatch(/pipstream_shards_held\{.+\} [1-9]/);
    const look = async (verb: string) => {
      const said: string[] = [];
      const place = { DATA_DIR: temporaryFolder(), DATABASE_URL: database };
      const environment = { ...place, NATS_URL: broker.url, ROLE: 'feed' };
      const out = (text: string) => said.push(text);
      const context = { environment, out, err: out, resources: RESOURCES, width: undefined };
      return { status: await runCommand(['cluster', verb, '--json'], context), said };
    };
    const present = await look('list');
    expect(present.status).toBe(0);
    const rows: readonly { role: string; state: string }[] = JSON.parse(present.said.join());
    expect(rows.map(({ role, state }) => `${role} ${state}`)).toEqual([
      'dealer ready',
      'feed ready',
      'gateway ready',
      'gateway ready',
    ]);
    expect((await look('shards')).status).toBe(0);

    // All gateways lose the prices at once: they serve on.
    await spare.feed.end('SIGKILL');
    const state = async () => (await ask(one, '/healthz')).data;
    await expect.poll(state, PATIENT).toEqual({ status: 'degraded', lacks: ['prices'] });
    expect((await ask(one, '/healthz')).status).toBe(200);
    expect((await ask(one, '/v1/api/forex/my_deal?status=1&page=1', as(token))).code).toBe(1);

    const [code] = await Promise.all([socket.closed, gateways[0]?.end('SIGTERM')]);
    expect(code).toBe(1001);
  }, 300_000);

  it('has the accounts of a dealer that alone has lost the broker dealt by another one', async () => {
    const [database, broker] = [await postgres.database(), await startBroker()];
    const proxy = await openTcpProxy({ target: () => broker.port, chance: createChance(1) });
    const settings = { KEYS_DIR: temporaryFolder(), SHARED_DIR: temporaryFolder(), DEALER_LEASE_MS: '2000' };
    const cutOff = exchangeOf(database, `nats://127.0.0.1:${proxy.port}`, settings)('dealer');
    const start = exchangeOf(database, broker.url, settings);
    const other = start('dealer');
    await scriptedFeed(broker);
    const before = await holders(postgres, database, 2);
    // Away for both.
    await broker.kill();
    await pause(8_000);
    expect(await holders(postgres, database, 2)).toEqual(before);
    await broker.restart();
    const health = async () => (await ask(await other.port(), '/healthz')).status;
    await expect.poll(health, PATIENT).toBe(200);

    proxy.cut(() => ({ connecting: 'refuse' }));
    proxy.resetAll();
    expect(await cutOff.exit).toEqual([1, null]);
    expect(cutOff.said()).toMatch(
      /Other processes that deal reach the broker of NATS_URL: this one does not/,
    );
    expect(new Set(await holders(postgres, database, 1))).toEqual(new Set([other.pid]));
    await expect.poll(health, PATIENT).toBe(200);
  }, 180_000);
});
