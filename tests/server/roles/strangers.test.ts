import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Msg, type MsgHdrs } from '@nats-io/transport-node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { uidOf } from '../../../server/accounts/user.ts';
import { shardOf } from '../../../server/cluster/shards.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { natsMissing, startBroker, type TestBroker } from '../../helpers/nats.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { BITCOIN, exchangeOf, holders, PATIENT, READS_METRICS, scriptedFeed } from '../../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { ask, form, openSocket } from '../http-fixture.ts';

const AMOUNT = '1000000';
/** Long enough for a dealer that would believe a message. */
const WAIT_MS = 1_000;

/** Somebody who reaches the broker, hears everything and may publish anything, but has no key. */
async function strangerOn(broker: TestBroker) {
  const connection = await connect({ servers: broker.url, ignoreAuthErrorAbort: true });
  onTestFinished(() => connection.close());
  const heard: Msg[] = [];
  connection.subscribe('ps.main.>', { callback: (_, message) => void heard.push(message) });
  await connection.flush();
  const textOf = ({ data }: Pick<Msg, 'data'>) => new TextDecoder().decode(data);
  return {
    connection,
    textOf,
    find(subject: RegExp, text: RegExp): Msg {
      const found = heard.find((one) => subject.test(one.subject) && text.test(textOf(one)));
      if (found === undefined) throw new Error(`nothing like ${text} was heard`);
      return found;
    },
    /** Asks as a dealer or gateway would, and waits whether anybody does it. */
    async attempt(subject: string, text: string, headers?: MsgHdrs): Promise<void> {
      const options = { timeout: WAIT_MS, ...(headers && { headers }) };
      await connection.request(`ps.main.${subject}`, text, options).catch(() => undefined);
    },
    publish: (subject: string, value: unknown) =>
      connection.publish(`ps.main.${subject}`, JSON.stringify(value)),
  };
}

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)(
  'a stranger on the broker',
  () => {
    const postgres = usePostgres();

    async function scene() {
      const [database, broker] = [await postgres.database(), await startBroker()];
      const start = exchangeOf(database, broker.url);
      const dealers = [start('dealer'), start('dealer')];
      const gateway = start('gateway');
      await scriptedFeed(broker);
      const port = await gateway.port();
      await expect.poll(async () => (await ask(port, '/healthz')).status, PATIENT).toBe(200);
      const demo = await ask(port, '/api/user/createAccountDemoForU');
      const { data } = await ask(port, '/api/user/loginForU', form({ demo_id: demo.data.demo_id }));
      const as = { headers: { authorization: data.token } };
      const [row] = await postgres.query(database, 'select id from accounts');
      const account = Number(row?.['id']) as AccountId;
      const pid = (await holders(postgres, database, 2))[shardOf(account)];
      const [holder, other] = [
        dealers.find((one) => one.pid === pid),
        dealers.find((one) => one.pid !== pid),
      ];
      if (holder === undefined || other === undefined) throw new Error('no dealer holds the account');
      let asked = 0;
      const count = async (text: string) =>
        Number((await postgres.query(database, `select count(*) as n from ${text}`))[0]?.['n']);
      return {
        broker,
        database,
        port,
        as,
        account,
        token: data.token as string,
        shard: shardOf(account),
        uid: String(uidOf(account)),
        holder,
        other,
        gateway,
        submit: () =>
          ask(port, `/v1/api/forex/submit?type=1&cont=0.01&forex_id=${BITCOIN}&status=1&multiple=10`, as),
        /** What an attempt would change. */
        async state() {
          const [orders, alerts, steps] = [
            await count('orders'),
            await count('alerts'),
            await count('operator_steps'),
          ];
          const { balance } = (
            await operatorOf(other.dataDir).rows('balance', 'show', { uid: String(uidOf(account)) })
          )[0];
          // The question was a step itself, of two rows.
          return { orders, alerts, steps: steps - 2 * asked++, balance };
        },
      };
    }
    it('runs no step, and trades for nobody, with and without what it has heard', async () => {
      const { broker, port, as, account, shard, uid, holder, other, submit, state } = await scene();
      const stranger = await strangerOn(broker);
      expect(await submit()).toMatchObject({ code: 1 });
      const alert = await ask(port, '/api/alert/add', {
        ...form({ forex_id: String(BITCOIN), price: '1', repeat: '0' }),
        ...as,
        headers: { ...form({}).headers, ...as.headers },
      });
      expect(alert).toMatchObject({ code: 1 });
      const operator = operatorOf(other.dataDir);
      await operator.rows('balance', 'adjust', { uid, amount: '1', memo: 'true' });
      const before = await state();
      expect(before).toMatchObject({ orders: 1, alerts: 1, balance: expect.any(Number) });

      const step = {
        who: 'alice',
        resource: 'balance',
        verb: 'adjust',
        values: { uid, amount: AMOUNT, memo: 'gift' },
      };
      const heardStep = stranger.find(/ops\.\d+$/, /"adjust"/);
      const heardCall = stranger.find(/cmd\.chores$/, /"addAlert"/);
      const stepText = stranger.textOf(heardStep);
      const { epoch } = JSON.parse(stepText);
      const callText = stranger.textOf(heardCall);

      const attempts: readonly (readonly [string, () => Promise<void>])[] = [
        ['a step without a seal', () => stranger.attempt(`ops.${shard}`, JSON.stringify(step))],
        [
          'the same in the present form',
          () => stranger.attempt(`ops.${shard}`, JSON.stringify({ epoch, step })),
        ],
        ['a step that was heard', () => stranger.attempt(`ops.${shard}`, stepText, heardStep.headers)],
        [
          'it in another name',
          () => stranger.attempt(`ops.${shard}`, stepText.replace('tester', 'alice'), heardStep.headers),
        ],
        ['an order for another account', () => stranger.attempt(`cmd.${shard}`, orderOf(account))],
        ['a call that was heard', () => stranger.attempt('cmd.chores', callText, heardCall.headers)],
        ['it on another subject', () => stranger.attempt(`cmd.${shard}`, callText, heardCall.headers)],
        [
          'it with another seal',
          () =>
            stranger.attempt('cmd.chores', callText, heardCall.headers && withOtherSeal(heardCall.headers)),
        ],
        [
          'an order, while a process says that it is of an earlier version',
          async () => {
            const old = {
              role: 'gateway',
              node: 'old',
              pid: 7,
              url: '',
              since: 0,
              state: 'ready',
              lag_ms: 0,
            };
            for (let i = 0; i < 3; i++) {
              stranger.publish('who', old);
              await pause(WAIT_MS);
            }
            await stranger.attempt(`cmd.${shard}`, orderOf(account));
          },
        ],
      ];
      for (const [what, attempt] of attempts) {
        await attempt();
        expect([what, await state()]).toEqual([what, before]);
      }
      expect(await submit()).toMatchObject({ code: 1 });
      const figures = await (
        await fetch(`http://127.0.0.1:${await holder.port()}/metrics`, READS_METRICS)
      ).text();
      expect(figures).toMatch(
        /pipstream_broker_refused_total\{reason="(unsealed|replayed|forged)".+\} [1-9]/,
      );
    }, 300_000);

    it('answers no call, and tells no account anything', async () => {
      const { broker, port, account, token, shard, uid, holder, other, submit, state } = await scene();
      const stranger = await strangerOn(broker);
      const booked = { status: 'done', result: { ok: true, value: { Id: 999_999, Status: 1 } } };
      stranger.connection.subscribe('ps.main.cmd.*', {
        callback: (_, message) => void message.respond(JSON.stringify(booked)),
      });
      await stranger.connection.flush();
      holder.send('SIGSTOP');
      const answered = submit();
      await pause(1_500);
      holder.send('SIGCONT');
      const { code, data } = await answered;
      expect(code === 1 ? data.Id : code).not.toBe(999_999);

      const socket = await openSocket(port, {}, '');
      onTestFinished(() => socket.raw.terminate());
      socket.send({ cmd: 'login', params: { token } });
      expect(await socket.ack('login')).toMatchObject({ code: 1 });
      for (const topic of ['CHAT', 'FOREX_TRADE']) {
        socket.send({ cmd: 'sub', topic });
        await socket.data(topic);
      }
      stranger.publish(`chat.${account}`, {
        accountId: account,
        id: 77,
        from: 'service',
        text: 'Send your password',
        image: '',
        at: Date.now(),
      });
      const account0 = { balance: 5_000_000_000_000, lockBalance: 0 };
      for (let n = 1; n < 5; n++)
        stranger.publish(`acct.${shard}.${account}`, {
          accountId: account,
          n,
          orders: [],
          closedIds: [],
          account: account0,
        });
      await pause(WAIT_MS);
      await operatorOf(other.dataDir).rows('chat', 'answer', { uid, text: 'Good day' });
      expect((await socket.data('CHAT')).data.messages).toMatchObject([{ text: 'Good day' }]);
      expect(await submit()).toMatchObject({ code: 1 });
      expect((await socket.data('FOREX_TRADE')).data.account.balance).toBeLessThan(1_000_000);
      expect((await state()).orders).toBeGreaterThan(0);
    }, 300_000);
  },
);

/** An order as a gateway sends it. */
const orderOf = (account: AccountId): string =>
  JSON.stringify({
    v: 1,
    call: 'submitOrder',
    account,
    session: 'x',
    user: { is_demo: 1 },
    texts: Object.entries({ type: '1', cont: '1', forex_id: String(BITCOIN), status: '1', multiple: '10' }),
    language: 'en',
    visitor: { address: '127.0.0.1', device: 'x' },
    asked_at: Date.now(),
    deadline_ms: 60_000,
  });

/** Changed in place. */
function withOtherSeal(headers: MsgHdrs): MsgHdrs {
  const [name = ''] = headers.keys();
  headers.set(name, headers.get(name).replace(/ \d+ [\w-]+$/, ` 999999 ${'A'.repeat(43)}`));
  return headers;
}
