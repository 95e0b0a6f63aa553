import { describe, expect, it, onTestFinished } from 'vitest';
import { simulatedEntries } from '../../../server/catalogue/catalogue.ts';
import { systemClock } from '../../../server/clock.ts';
import { shardOf } from '../../../server/cluster/shards.ts';
import { createBoard } from '../../../server/feed/board.ts';
import { memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { createPublisher } from '../../../server/feed/remote/publisher.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { busOf, natsMissing, startBroker, type TestBroker } from '../../helpers/nats.ts';
import { exchangeOf, holders, PATIENT } from '../../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { ask, form } from '../rim.ts';

const BITCOIN = 401;

/** A feed that quotes what the test says. */
async function scriptedFeed(broker: TestBroker) {
  const entries = simulatedEntries(0);
  const board = createBoard(entries, memoryCandleStore(), 'of-margin');
  const at = entries.findIndex(({ id }) => id === BITCOIN);
  const tick = (points: number) => board.take(at, systemClock.now(), points);
  for (const [one] of entries.entries()) board.take(one, systemClock.now(), 1_000_000);
  board.setState(at, { status: 'open' });
  const bus = await busOf(broker, { prefix: 'ps.main' });
  const publisher = createPublisher({ board, bus, clock: systemClock, epoch: 1 });
  publisher.start();
  onTestFinished(() => publisher.stop());
  return { tick, flush: bus.flush };
}

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
