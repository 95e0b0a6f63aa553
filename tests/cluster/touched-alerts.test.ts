import { describe, expect, it } from 'vitest';
import { CHORES } from '../../server/cluster/shards.ts';
import { natsMissing, startBroker } from '../helpers/nats.ts';
import { BITCOIN, exchangeOf, holders, PATIENT, scriptedFeed } from '../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { ask, form } from '../server/rim.ts';

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)(
  'alerts that are touched while nobody judges',
  () => {
    const postgres = usePostgres();

    it('fire once, at the tick that touched them, and not by ticks of before they were set', async () => {
      const [database, broker] = [await postgres.database(), await startBroker()];
      const feed = await scriptedFeed(broker);
      const start = exchangeOf(database, broker.url);
      const [first, gateway] = [start('dealer'), start('gateway')];
      await first.port();
      const port = await gateway.port();
      await expect.poll(async () => (await ask(port, '/healthz')).status, PATIENT).toBe(200);
      const demo = await ask(port, '/api/user/createAccountDemoForU');
      const login = await ask(port, '/api/user/loginForU', form({ demo_id: demo.data.demo_id }));
      const authorization: string = login.data.token;
      const add = async (terms: Readonly<Record<string, string>>) => {
        const sent = form({ forex_id: String(BITCOIN), ...terms });
        const headers = { ...sent.headers, authorization };
        expect((await ask(port, '/api/alert/add', { ...sent, headers })).code).toBe(1);
      };
      const fired = () =>
        postgres.query(
          database,
          'select price::int, percent::int, reached::int from alert_firings order by id',
        );
      const dealers = [first, start('dealer')];
      await holders(postgres, database, 2);
      const [row] = await postgres.query(database, `select holder from shards where id = ${CHORES}`);
      const pid = Number(String(row?.['holder']).split(' ')[1]);
      const holder = dealers.find((dealer) => dealer.pid === pid);
      const left = dealers.find((dealer) => dealer.pid !== pid);
      if (holder === undefined || left === undefined) throw new Error('nobody judges');

      await add({ price: '10150', repeat: '1' });
      feed.tick(1_016_000);
      const early = { price: 1_015_000, percent: null, reached: 1_016_000 };
      await expect.poll(fired, PATIENT).toEqual([early]);
      feed.tick(1_000_000);
      // The dealer has seen that price, too: the sides of the next alerts follow from it.
      const armed = () => postgres.query(database, 'select is_armed::int from alerts');
      await expect.poll(armed, PATIENT).toEqual([{ is_armed: 1 }]);
      // Touched only before it is set.
      await add({ price: '10155' });
      await add({ price: '9900' });
      await add({ percent: '-3' });

      holder.send('SIGSTOP');
      feed.tick(985_000);
      feed.tick(1_000_000);
      await feed.flush();
      const byPrice = { price: 990_000, percent: null, reached: 985_000 };
      await expect.poll(fired, PATIENT).toEqual([early, byPrice]);
      await holder.end('SIGKILL');

      await left.end('SIGKILL');
      feed.tick(965_000);
      feed.tick(1_000_000);
      await feed.flush();
      await start('dealer').port();
      const byMove = { price: null, percent: -300, reached: 965_000 };
      await expect.poll(fired, PATIENT).toEqual([early, byPrice, byMove]);
    }, 300_000);
  },
);
