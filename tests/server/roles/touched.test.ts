import { describe, expect, it } from 'vitest';
import { natsMissing } from '../../helpers/nats.ts';
import { BITCOIN, PATIENT } from '../../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { startTakenOver } from '../../helpers/taken-over.ts';

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)(
  'a trigger that is touched',
  () => {
    const postgres = usePostgres();

    it('while its dealer is stopped, and while the last one is dead, fires at that tick, like a stop loss', async () => {
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

    it('while its dealer is stopped fires at that tick, be it a target, a trailing stop or a pending order', async () => {
      const { feed, ask, pair } = await startTakenOver(postgres);
      const order = (fields: string) =>
        ask(`/v1/api/forex/submit?type=1&cont=0.01&forex_id=${BITCOIN}&multiple=10&${fields}`);
      const orders = async (status: 1 | 3) => {
        const { data } = await ask(`/v1/api/forex/my_deal?status=${status}&page=1`);
        return data.data as readonly {
          readonly Id: number;
          readonly Price: number;
          readonly UpdatePrice: number;
        }[];
      };
      const target = await order('status=1&target_profit_price=10200');
      // It follows from 9,900 upwards.
      const trailing = await order('status=1&trail_points=10000');
      const pending = await order('status=0&target_price=9800');
      expect([target.code, trailing.code, pending.code]).toEqual([1, 1, 1]);
      const { holder } = await pair();

      holder.send('SIGSTOP');
      for (const points of [1_050_000, 1_035_000, 975_000, 1_000_000]) feed.tick(points);
      await feed.flush();
      const closed = async () => new Map((await orders(3)).map(({ Id, UpdatePrice }) => [Id, UpdatePrice]));
      await expect.poll(closed, PATIENT).toEqual(
        new Map([
          [target.data.Id, 10_500],
          [trailing.data.Id, 10_350],
        ]),
      );
      const opened = async () => (await orders(1)).map(({ Id, Price }) => [Id, Price]);
      await expect.poll(opened, PATIENT).toEqual([[pending.data.Id, 9_750]]);
      await holder.end('SIGKILL');
    }, 300_000);
  },
);
