import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { uidOf } from '../../../server/accounts/user.ts';
import { systemClock } from '../../../server/clock.ts';
import { createCallSender } from '../../../server/cluster/calls/call-sender.ts';
import { createSealedBus } from '../../../server/cluster/sealed-bus.ts';
import { shardOf } from '../../../server/cluster/shards.ts';
import { openKeyFile } from '../../../server/key-file.ts';
import { RESOURCES } from '../../../server/ops/resources.ts';
import { systemRandom } from '../../../server/random.ts';
import { createStepsElsewhere } from '../../../server/roles/steps-elsewhere.ts';
import { CODE } from '../../../shared/contract/codes.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { busOf, natsMissing, startGuardedBroker } from '../../helpers/nats.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { BITCOIN, exchangeOf, holders, PATIENT } from '../../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { ask, form, openSocket } from '../http-fixture.ts';

const ROLES = ['feed', 'dealer', 'gateway'] as const;
type Role = (typeof ROLES)[number];

/** Who may publish on a subject, and who may hear it. */
const SUBJECTS: readonly (readonly [subject: string, speak: readonly Role[], hear: readonly Role[]])[] = [
  ['px.t', ['feed'], ['dealer', 'gateway']],
  ['px.snap', ['dealer', 'gateway'], ['feed']],
  ['px.past', ['dealer'], ['feed']],
  ['px.sources', ['dealer'], ['feed']],
  ['cmd.3', ['gateway'], ['dealer']],
  ['cmd.chores', ['gateway'], ['dealer']],
  ['ops.3', ['dealer'], ['dealer']],
  ['acct.3.7', ['dealer'], ['gateway']],
  ['chat.7', ['dealer'], ['gateway']],
  ['alert.7', ['dealer'], ['gateway']],
  ['deal.begun', ['dealer'], ['gateway']],
  ['sess.end', ['dealer', 'gateway'], ['gateway']],
  ['rate.read', ['gateway'], ['gateway']],
  ['cfg', ['dealer'], ['feed', 'dealer', 'gateway']],
  ['who', ['feed', 'dealer', 'gateway'], ['feed', 'dealer', 'gateway']],
  ['re.gateway.x.1', ['dealer'], ['gateway']],
  ['re.dealer.x.1', ['dealer'], ['dealer']],
  ['re.feed.x.1', [], []],
];

describe.skipIf(natsMissing !== undefined)('the users of a broker', () => {
  it('may each say and hear what its role says and hears, and nothing else', async () => {
    const broker = await startGuardedBroker();
    await expect(connect({ servers: broker.url, reconnect: false })).rejects.toThrow(/authorization/i);
    for (const role of ROLES) {
      const { username, password, host } = new URL(broker.urlFor(role));
      const connection = await connect({ servers: host, user: username, pass: password });
      onTestFinished(() => connection.close());
      const refused = new Set<string>();
      const follow = async () => {
        for await (const status of connection.status())
          if (status.type === 'error') refused.add(String(status.error));
      };
      void follow();
      for (const [subject] of SUBJECTS) {
        connection.publish(`ps.main.${subject}`);
        connection.subscribe(`ps.main.${subject}`, { callback: () => undefined });
      }
      for (const subject of ['>', 'ps.>', 'ps.main.>', 'ps.other.cmd.3', '_INBOX.x', '$SYS.>']) {
        connection.publish(subject.replace('>', 'x'));
        connection.subscribe(subject, { callback: () => undefined });
      }
      await connection.flush();
      await pause(50);
      const isRefused = (what: string, subject: string) =>
        [...refused].some((one) =>
          new RegExp(`${what} to "${subject.replaceAll('.', '\\.')}"`, 'i').test(one),
        );
      for (const [subject, speak, hear] of SUBJECTS)
        expect([
          role,
          subject,
          !isRefused('publish', `ps.main.${subject}`),
          !isRefused('subscription', `ps.main.${subject}`),
        ]).toEqual([role, subject, speak.includes(role), hear.includes(role)]);
      for (const subject of ['ps.main.>', 'ps.other.cmd.3', '_INBOX.x'])
        expect([role, subject, isRefused('subscription', subject)]).toEqual([role, subject, true]);
    }
  });
});

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)('an exchange with them', () => {
  const postgres = usePostgres();

  it('works, and neither a gateway nor a feed can run a step, nor a feed deal', async () => {
    const [database, broker] = [await postgres.database(), await startGuardedBroker()];
    const KEYS_DIR = temporaryFolder();
    const start = exchangeOf(database, broker.urlFor, { KEYS_DIR });
    const dealers = [start('dealer'), start('dealer')];
    const [feed, gateway] = [start('feed'), start('gateway')];
    const port = await gateway.port();
    await expect.poll(async () => (await ask(port, '/healthz')).status, PATIENT).toBe(200);
    const demo = await ask(port, '/api/user/createAccountDemoForU');
    const { data } = await ask(port, '/api/user/loginForU', form({ demo_id: demo.data.demo_id }));
    const as = { headers: { authorization: data.token } };
    const order = `/v1/api/forex/submit?type=1&cont=0.01&forex_id=${BITCOIN}&status=1&multiple=10`;
    const submit = () => ask(port, order, as);
    const socket = await openSocket(port, {}, '');
    onTestFinished(() => socket.raw.terminate());
    socket.send({ cmd: 'login', params: { token: data.token } });
    expect(await socket.ack('login')).toMatchObject({ code: 1 });
    for (const topic of ['FOREX_TRADE', 'CHAT']) {
      socket.send({ cmd: 'sub', topic });
      await socket.data(topic);
    }
    await expect.poll(async () => (await submit()).code, PATIENT).toBe(1);
    expect((await socket.data('FOREX_TRADE')).data.orders).toHaveLength(1);

    const [row] = await postgres.query(database, 'select id from accounts');
    const account = Number(row?.['id']) as AccountId;
    const uid = String(uidOf(account));
    const pid = (await holders(postgres, database, 2))[shardOf(account)];
    const other = dealers.find((one) => one.pid !== pid);
    const operator = operatorOf(other?.dataDir ?? '');
    await operator.rows('chat', 'answer', { uid, text: 'Good day' });
    expect((await socket.data('CHAT')).data.messages).toMatchObject([{ text: 'Good day' }]);
    const [open] = await operator.rows('orders', 'list', { uid });
    await operator.rows('orders', 'close', { order: String(open.order), reason: 'x' });
    await operator.rows('users', 'restrict', { id: uid, state: 'close-only', reason: 'x' });
    expect((await submit()).code).toBe(CODE.restricted);
    await operator.rows('users', 'lift-restriction', { id: uid, reason: 'x' });
    const roles = async () => (await operator.rows('cluster', 'list')).map(({ role }) => role);
    expect(await roles()).toEqual(['dealer', 'dealer', 'feed', 'gateway']);

    expect(statSync(join(KEYS_DIR, 'bus.key')).mode & 0o777).toBe(0o600);

    /** With a role's password and the key that gateways and dealers have, sent as they would. */
    const forge = async (role: Role) => {
      const { username, password } = new URL(broker.urlFor(role));
      const bus = await busOf(broker, { prefix: 'ps.main', role, user: [username, password] });
      const sealed = createSealedBus({
        bus,
        key: openKeyFile(KEYS_DIR, 'bus.key', systemRandom),
        exchange: 'ps.main',
        random: systemRandom,
        wallMs: systemClock.wall,
        onRefused: () => undefined,
      });
      const [shard] = await postgres.query(
        database,
        `select epoch from shards where id = ${shardOf(account)}`,
      );
      const steps = createStepsElsewhere({
        bus: sealed,
        resources: RESOURCES,
        run: () => Promise.reject(new Error('not here')),
        epochOf: () => undefined,
        readEpoch: async () => Number(shard?.['epoch']),
        report: () => undefined,
      });
      const send = createCallSender({
        bus: sealed,
        clock: systemClock,
        random: systemRandom,
        report: () => undefined,
      });
      const values = { uid, amount: '1000000', memo: 'gift' };
      const LATE = 3_000;
      const inTime = <T>(what: Promise<T>) =>
        Promise.race([what, pause(LATE, undefined)]).catch(() => undefined);
      return {
        step: () =>
          inTime(steps.elsewhere(account, { who: 'alice', resource: 'balance', verb: 'adjust', values })),
        order: () =>
          inTime(
            send({
              call: 'submitOrder',
              session: { id: 'x', accountId: account, user: { is_demo: 1 } } as never,
              texts: [...new URL(order, 'http://x').searchParams],
              language: 'en',
              visitor: { address: '127.0.0.1', device: 'x' },
            }),
          ),
      };
    };
    const state = async () => {
      const [counts] = await postgres.query(
        database,
        "select (select count(*) from orders) as orders, (select count(*) from operator_steps where resource = 'balance' and begun is null) as steps",
      );
      return [Number(counts?.['orders']), Number(counts?.['steps'])];
    };
    const [asFeed, asGateway, asDealer] = [
      await forge('feed'),
      await forge('gateway'),
      await forge('dealer'),
    ];
    for (const attempt of [asFeed.step, asFeed.order, asGateway.step, asDealer.order]) {
      await attempt();
      expect(await state()).toEqual([1, 0]);
    }
    // So the attempts were what a dealer and a gateway send.
    expect(await asDealer.step()).toMatchObject({ ok: true });
    expect(await asGateway.order()).toMatchObject({ ok: true });
    expect(await state()).toEqual([2, 1]);
    expect((await submit()).code).toBe(1);
    for (const { said } of [...dealers, feed, gateway])
      expect(said()).not.toMatch(/permission|not believed/i);
  }, 300_000);
});
