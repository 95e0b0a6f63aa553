import { describe, expect, it } from 'vitest';
import { shardOf } from '../../../server/cluster/shards.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { natsMissing, startBroker } from '../../helpers/nats.ts';
import { BITCOIN, exchangeOf, holders, PATIENT, scriptedFeed } from '../../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { ask, form } from '../rim.ts';

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)(
  'a stop loss that is touched',
  () => {
    const postgres = usePostgres();

    it('while its dealer is stopped, and while the last one is dead, fires at the tick that touched it', async () => {
      const [database, broker] = [await postgres.database(), await startBroker()];
      const feed = await scriptedFeed(broker);
      const start = exchangeOf(database, broker.url);
      const [first, gateway] = [start('dealer'), start('gateway')];
      await first.port();
      const port = await gateway.port();
      await expect.poll(async () => (await ask(port, '/healthz')).status, PATIENT).toBe(200);
      const demo = await ask(port, '/api/user/createAccountDemoForU');
      const login = await ask(port, '/api/user/loginForU', form({ demo_id: demo.data.demo_id }));
      const as = { headers: { authorization: login.data.token as string } };
      const buy = (stopLoss: number) =>
        ask(
          port,
          `/v1/api/forex/submit?type=1&cont=0.01&forex_id=${BITCOIN}&status=1&multiple=10&stop_loss_price=${stopLoss}`,
          as,
        );
      const history = async () => {
        const { data } = await ask(port, '/v1/api/forex/my_deal?status=3&page=1', as);
        return data.data.map(({ Id, UpdatePrice }: { Id: number; UpdatePrice: number }) => [Id, UpdatePrice]);
      };
      const [one, other] = [await buy(9_900), await buy(9_700)];
      expect([one.code, other.code]).toEqual([1, 1]);

      const dealers = [first, start('dealer')];
      const [row] = await postgres.query(database, 'select id from accounts');
      const pid = (await holders(postgres, database, 2))[shardOf(Number(row?.['id']) as AccountId)];
      const holder = dealers.find((dealer) => dealer.pid === pid);
      const left = dealers.find((dealer) => dealer.pid !== pid);
      if (holder === undefined || left === undefined) throw new Error('no dealer holds the account');

      holder.send('SIGSTOP');
      feed.tick(985_000);
      feed.tick(1_000_000);
      await feed.flush();
      await expect.poll(history, PATIENT).toEqual([[one.data.Id, 9_850]]);
      await holder.end('SIGKILL');

      await left.end('SIGKILL');
      feed.tick(965_000);
      feed.tick(1_010_000);
      await feed.flush();
      await start('dealer').port();
      await expect.poll(history, PATIENT).toEqual([
        [other.data.Id, 9_650],
        [one.data.Id, 9_850],
      ]);
    }, 300_000);
  },
);
