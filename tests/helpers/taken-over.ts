import { expect } from 'vitest';
import { shardOf } from '../../server/cluster/shards.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { type Ask, ask, form } from '../server/http-fixture.ts';
import { startBroker } from './nats.ts';
import { exchangeOf, holders, PATIENT, scriptedFeed } from './parts.ts';
import type { TestPostgres } from './postgres.ts';

/**
 * An exchange of processes with the test's own prices: one dealer, and a gateway with one user, who has a demo account. The
 * test starts and ends further dealers.
 */
export async function startTakenOver(
  postgres: TestPostgres,
  settings: Readonly<Record<string, string>> = {},
) {
  const [database, broker] = [await postgres.database(), await startBroker()];
  const feed = await scriptedFeed(broker);
  const start = exchangeOf(database, broker.url, settings);
  const [first, gateway] = [start('dealer'), start('gateway')];
  await first.port();
  const port = await gateway.port();
  await expect.poll(async () => (await ask(port, '/healthz')).status, PATIENT).toBe(200);
  const demo = await ask(port, '/api/user/createAccountDemoForU');
  const login = await ask(port, '/api/user/loginForU', form({ demo_id: demo.data.demo_id }));
  const authorization: string = login.data.token;
  return {
    feed,
    start,
    gateway,
    port,
    authorization,
    query: (sql: string) => postgres.query(database, sql),
    /** A call of the user. */
    ask: (path: string, how: Ask = {}) =>
      ask(port, path, { ...how, headers: { ...how.headers, authorization, lang: 'en' } }),
    /**
     * Starts a second dealer, and waits until both have their share.
     * @param shard default: that of the user's account
     */
    async pair(shard?: number) {
      const dealers = [first, start('dealer')];
      const pids = await holders(postgres, database, 2);
      const [row] = await postgres.query(database, 'select id from accounts');
      const wanted = shard ?? shardOf(Number(row?.['id']) as AccountId);
      const [held] = await postgres.query(database, `select holder from shards where id = ${wanted}`);
      const pid = pids[wanted] ?? Number(String(held?.['holder']).split(' ')[1]);
      const holder = dealers.find((dealer) => dealer.pid === pid);
      const other = dealers.find((dealer) => dealer.pid !== pid);
      if (holder === undefined || other === undefined) throw new Error(`nobody holds shard ${wanted}`);
      return { holder, other };
    },
  };
}
