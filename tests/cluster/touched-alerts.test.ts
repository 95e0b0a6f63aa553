import { describe, expect, it } from 'vitest';
import { COMMON_SHARD } from '../../server/cluster/shards.ts';
import { natsMissing } from '../helpers/nats.ts';
import { BITCOIN, PATIENT } from '../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { startTakenOver } from '../helpers/taken-over.ts';
import { form } from '../server/http-fixture.ts';

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)(
  'alerts that are touched while nobody judges',
  () => {
    const postgres = usePostgres();

    it('fire once, at the tick that touched them, and not by ticks of before they were set', async () => {
      const { feed, start, ask, query, pair } = await startTakenOver(postgres);
      const add = async (terms: Readonly<Record<string, string>>) => {
        const sent = form({ forex_id: String(BITCOIN), ...terms });
        expect((await ask('/api/alert/add', sent)).code).toBe(1);
      };
      const fired = () =>
        query('select price::int, percent::int, reached::int from alert_firings order by id');
      const { holder, other } = await pair(COMMON_SHARD);

      await add({ price: '10150', repeat: '1' });
      feed.tick(1_016_000);
      const early = { price: 1_015_000, percent: null, reached: 1_016_000 };
      await expect.poll(fired, PATIENT).toEqual([early]);
      feed.tick(1_000_000);
      // The dealer has seen that price, too: the sides of the next alerts follow from it.
      const armed = () => query('select is_armed::int from alerts');
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

      await other.end('SIGKILL');
      feed.tick(965_000);
      feed.tick(1_000_000);
      await feed.flush();
      await start('dealer').port();
      const byMove = { price: null, percent: -300, reached: 965_000 };
      await expect.poll(fired, PATIENT).toEqual([early, byPrice, byMove]);
    }, 300_000);
  },
);
