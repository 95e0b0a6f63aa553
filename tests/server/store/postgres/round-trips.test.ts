import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFence } from '../../../../server/cluster/fence.ts';
import type { AccountId } from '../../../../shared/domain/account.ts';
import { atEnd } from '../../../helpers/cleanup.ts';
import { good, startDealing, ticket } from '../../../helpers/dealing.ts';
import { postgresMissing, settingsOf, usePostgres } from '../../../helpers/postgres.ts';
import { takeFree } from '../../../helpers/shards.ts';

/** Longer than the sending of the statements of one order that wait for nothing takes. */
const ANSWER_MS = 40;
/** The same for the orders of several accounts. */
const LATE_ANSWER_MS = 400;

/**
 * A link to a server of PostgreSQL that delays its answers.
 * @returns its port, and how often its first connection, the writing one, has sent something after an answer
 */
async function countTrips(target: number | string) {
  let trips = 0;
  let answerMs = ANSWER_MS;
  let taken = 0;
  const server = createServer((near) => {
    const isWriter = taken++ === 0;
    const far = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
    let isAnswered = true;
    near.on('data', (bytes) => {
      if (isWriter && isAnswered) trips++;
      isAnswered = false;
      far.write(bytes);
    });
    far.on('data', (bytes) =>
      setTimeout(() => {
        isAnswered = true;
        near.write(bytes);
      }, answerMs),
    );
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => server.close());
  return {
    port: (server.address() as AddressInfo).port,
    trips: () => trips,
    delayMore() {
      answerMs = LATE_ANSWER_MS;
    },
  };
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
    link.delayMore();
    const before = link.trips();
    for (const result of await all()) good(result);
    expect(link.trips() - before).toBeLessThan(6);
  });
});
