import { describe, expect, it } from 'vitest';
import { natsMissing } from '../../helpers/nats.ts';
import { BITCOIN, PATIENT } from '../../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { startTakenOver } from '../../helpers/taken-over.ts';

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)(
  'a stop loss that is touched',
  () => {
    const postgres = usePostgres();

    it('while its dealer is stopped, and while the last one is dead, fires at the tick that touched it', async () => {
      const { feed, start, ask, pair } = await startTakenOver(postgres);
      const buy = (stopLoss: number) =>
        ask(
          `/v1/api/forex/submit?type=1&cont=0.01&forex_id=${BITCOIN}&status=1&multiple=10&stop_loss_price=${stopLoss}`,
        );
      const history = async () => {
        const { data } = await ask('/v1/api/forex/my_deal?status=3&page=1');
        return data.data.map(({ Id, UpdatePrice }: { Id: number; UpdatePrice: number }) => [Id, UpdatePrice]);
      };
      const [one, other] = [await buy(9_900), await buy(9_700)];
      expect([one.code, other.code]).toEqual([1, 1]);
      const dealers = await pair();

      dealers.holder.send('SIGSTOP');
      feed.tick(985_000);
      feed.tick(1_000_000);
      await feed.flush();
      await expect.poll(history, PATIENT).toEqual([[one.data.Id, 9_850]]);
      await dealers.holder.end('SIGKILL');

      await dealers.other.end('SIGKILL');
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
