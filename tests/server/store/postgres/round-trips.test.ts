import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createFence } from '../../../../server/cluster/fence.ts';
import type { AccountId } from '../../../../shared/domain/account.ts';
import { atEnd } from '../../../helpers/cleanup.ts';
import { good, startDealing, ticket } from '../../../helpers/dealing.ts';
import { postgresMissing, usePostgres } from '../../../helpers/postgres.ts';
import { settingsOf } from '../../../helpers/postgres-server.ts';
import { takeFree } from '../../../helpers/shards.ts';

/** Turns of the event loop without a statement after which this process has nothing more to send before it gets an answer. */
const IDLE_TURNS = 50;

/**
 * A link to a server of PostgreSQL that holds each answer until this process sends nothing more.
 * @returns its port, and how often its first connection, the writing one, has sent something after an answer
 */
async function countTrips(target: number | string) {
  let trips = 0;
  let sent = 0;
  let taken = 0;
  const untilIdle = async () => {
    for (let [turns, seen] = [0, sent]; turns < IDLE_TURNS; turns++) {
      await nextTurn();
      if (seen !== sent) [turns, seen] = [0, sent];
    }
  };
  const server = createServer((near) => {
    const isWriter = taken++ === 0;
    const far = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
    let isAnswered = true;
    near.on('data', (bytes) => {
      sent++;
      if (isWriter && isAnswered) trips++;
      isAnswered = false;
      far.write(bytes);
    });
    let held: Promise<void> = Promise.resolve();
    far.on('data', (bytes) => {
      held = held.then(untilIdle).then(() => {
        isAnswered = true;
        near.write(bytes);
      });
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => server.close());
  return { port: (server.address() as AddressInfo).port, trips: () => trips };
}

describe.skipIf(postgresMissing)('an order on PostgreSQL', () => {
  const postgres = usePostgres();

  it.each([false, true])(
    'waits for the database four times: begin, rows, entries, commit; fenced: %s',
    async (isFenced) => {
      const { server } = settingsOf(await postgres.database());
      const link = await countTrips(
        server.host.startsWith('/') ? join(server.host, `.s.PGSQL.${server.port}`) : server.port,
      );
      const fence = createFence(() => undefined);
      const dealing = await startDealing({
        database: { kind: 'postgres', server: { ...server, host: '127.0.0.1', port: link.port } },
        ...(isFenced ? { sharing: 'people', fence } : {}),
      });
      if (isFenced) await takeFree(dealing.store, fence, 'dealer');
      const account = await dealing.openAccount();
      dealing.market.tick('EURUSD', 1.1);
      good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01 })));
      const before = link.trips();
      const order = good(
        await dealing.exchange.submit(
          account,
          ticket('EURUSD', 'buy', { lots: 0.01, cid: 'order-number-two' }),
        ),
      );
      expect(link.trips() - before).toBeLessThanOrEqual(3);
      const opened = link.trips();
      // The close books a profit: its entries need the number of their posting.
      dealing.market.tick('EURUSD', 1.2);
      good(await dealing.exchange.close(account, order.id, 'close-number-two', undefined));
      expect(link.trips() - opened).toBeLessThanOrEqual(4);
    },
  );

  it('shares them with the orders of other accounts that come at once', async () => {
    const { server } = settingsOf(await postgres.database());
    const link = await countTrips(
      server.host.startsWith('/') ? join(server.host, `.s.PGSQL.${server.port}`) : server.port,
    );
    const dealing = await startDealing({
      database: { kind: 'postgres', server: { ...server, host: '127.0.0.1', port: link.port } },
    });
    const accounts: AccountId[] = [];
    for (let i = 0; i < 6; i++) accounts.push(await dealing.openAccount());
    dealing.market.tick('EURUSD', 1.1);
    const order = () => ticket('EURUSD', 'buy', { lots: 0.01 });
    const all = () => Promise.all(accounts.map((account) => dealing.exchange.submit(account, order())));
    for (const result of await all()) good(result);
    const before = link.trips();
    for (const result of await all()) good(result);
    expect(link.trips() - before).toBeLessThan(6);
  });
});
