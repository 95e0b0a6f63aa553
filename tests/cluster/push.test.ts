import { describe, expect, it } from 'vitest';
import { COMMON_SHARD, shardOf } from '../../server/cluster/shards.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { natsMissing, startBroker } from '../helpers/nats.ts';
import { BITCOIN, exchangeOf, holders, PATIENT, scriptedFeed } from '../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { createPushBrowser, startPushService } from '../helpers/push-service.ts';
import { ask, form } from '../server/http-fixture.ts';

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)(
  'messages to a closed phone',
  () => {
    const postgres = usePostgres();

    it('of alerts and stops come once each, also when the dealer that judges was stopped, killed or ended', async () => {
      const [database, broker, service] = [
        await postgres.database(),
        await startBroker(),
        await startPushService(),
      ];
      const feed = await scriptedFeed(broker);
      const start = exchangeOf(database, broker.url, { PUSH_SERVICES: service.origin });
      const dealers = [start('dealer'), start('dealer')];
      await Promise.all(dealers.map((dealer) => dealer.port()));
      const gateways = [start('gateway'), start('gateway')];
      const [one = 0, other = 0] = await Promise.all(gateways.map((gateway) => gateway.port()));
      for (const port of [one, other])
        await expect.poll(async () => (await ask(port, '/healthz')).status, PATIENT).toBe(200);

      const demo = await ask(one, '/api/user/createAccountDemoForU');
      const login = await ask(one, '/api/user/loginForU', form({ demo_id: demo.data.demo_id }));
      const authorization: string = login.data.token;
      const post = (port: number, path: string, fields: Readonly<Record<string, string>>) => {
        const sent = form(fields);
        return ask(port, path, { ...sent, headers: { ...sent.headers, authorization, lang: 'en' } });
      };
      const { data: key } = await ask(one, '/api/push/key');
      expect((await ask(other, '/api/push/key')).data).toEqual(key);
      const browser = createPushBrowser(service.origin);
      const { endpoint, p256dh, auth } = browser;
      const device = { endpoint, 'keys.p256dh': p256dh, 'keys.auth': auth };
      expect((await post(one, '/api/push/subscribe', device)).code).toBe(1);
      const bodies = () => service.received.map((message) => browser.read(message, key.key).body);

      const alertAt = async (price: number) =>
        expect(
          (await post(other, '/api/alert/add', { forex_id: String(BITCOIN), price: String(price) })).code,
        ).toBe(1);
      /** The price stays there, so that also a dealer that takes over meanwhile sees it. */
      const until = (points: number, count: number) =>
        expect
          .poll(() => {
            feed.tick(points);
            return service.received.length;
          }, PATIENT)
          .toBe(count);
      const holderOf = async (shard: number) => {
        const [row] = await postgres.query(database, `select holder from shards where id = ${shard}`);
        const pid = Number(String(row?.['holder']).split(' ')[1]);
        const found = dealers.find((dealer) => dealer.pid === pid);
        if (found === undefined) throw new Error(`nobody holds shard ${shard}`);
        return found;
      };

      await alertAt(10_100);
      await until(1_010_000, 1);

      const stopped = await holderOf(COMMON_SHARD);
      await alertAt(10_200);
      stopped.send('SIGSTOP');
      await until(1_020_000, 2);
      stopped.send('SIGCONT');
      expect(await stopped.exit).toEqual([1, null]);

      dealers.push(start('dealer'));
      await dealers.at(-1)?.port();
      await alertAt(10_300);
      await (await holderOf(COMMON_SHARD)).end('SIGKILL');
      await until(1_030_000, 3);

      dealers.push(start('dealer'));
      await dealers.at(-1)?.port();
      await holders(postgres, database, 2);
      const [row] = await postgres.query(database, 'select id from accounts');
      const account = Number(row?.['id']) as AccountId;
      const order = `type=1&cont=0.01&forex_id=${BITCOIN}&status=1&multiple=10&stop_loss_price=10250`;
      const submitted = await ask(one, `/v1/api/forex/submit?${order}`, { headers: { authorization } });
      expect(submitted.code).toBe(1);
      await (await holderOf(shardOf(account))).end('SIGKILL');
      await until(1_024_000, 4);

      await alertAt(10_400);
      const leaving = await holderOf(COMMON_SHARD);
      feed.tick(1_040_000);
      await feed.flush();
      await leaving.end('SIGTERM');
      dealers.push(start('dealer'));
      await until(1_040_000, 5);
      expect(bodies()).toEqual([
        'Has reached 10100.00',
        'Has reached 10200.00',
        'Has reached 10300.00',
        expect.stringMatching(/^Stop loss filled at 1024/),
        'Has reached 10400.00',
      ]);
    }, 300_000);
  },
);
