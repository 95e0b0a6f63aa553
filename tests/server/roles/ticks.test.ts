import { describe, expect, it } from 'vitest';
import { natsMissing, startBroker } from '../../helpers/nats.ts';
import { exchangeOf, PATIENT } from '../../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { createPriceTape } from '../../helpers/price-tape.ts';
import { ask, form } from '../http-fixture.ts';

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)(
  'an exchange in parts that plays recorded ticks',
  () => {
    const postgres = usePostgres();

    it('lists, charts and trades what is recorded, and plays on when its feed was killed', async () => {
      const [database, broker] = [await postgres.database(), await startBroker()];
      const tape = createPriceTape('ABCUSD', 1.5, 1.75, 2);
      const start = exchangeOf(database, broker.url, { FEED: `ticks:${tape.feed}` });
      const [feed, dealer, gateway] = [start('feed'), start('dealer'), start('gateway')];
      await Promise.all([feed.port(), dealer.port()]);
      const port = await gateway.port();
      await expect.poll(async () => (await ask(port, '/healthz')).status, PATIENT).toBe(200);
      const listed = async () => (await ask(port, '/v1/api/forex/trade_list')).data.list;
      const [instrument] = await listed();
      expect(instrument).toMatchObject({ Code: 'ABCUSD' });
      const candles = await ask(port, `/v1/api/forex/kline?forex_id=${instrument.Id}&period=1min`);
      expect(candles.data[0][1]).toBe(1.5);

      const demo = await ask(port, '/api/user/createAccountDemoForU');
      const login = await ask(port, '/api/user/loginForU', form({ demo_id: demo.data.demo_id }));
      const as = { headers: { authorization: login.data.token as string } };
      const buy = async (n: number) => {
        const order = `type=1&cont=0.01&forex_id=${instrument.Id}&status=1&multiple=10&cid=ticks-in-parts-${n}`;
        return (await ask(port, `/v1/api/forex/submit?${order}`, as)).code;
      };
      await expect.poll(() => buy(1), PATIENT).toBe(1);

      tape.write(3);
      const spare = start('feed');
      await expect.poll(spare.said, PATIENT).toContain('which makes its prices');
      await feed.end('SIGKILL');
      await spare.port();
      const price = async () => {
        const { data } = await ask(port, '/v1/api/forex/my_deal?status=1&page=1', as);
        return data.data[0].UpdatePrice;
      };
      await expect.poll(price, PATIENT).toBe(3);
      await expect.poll(() => buy(2), PATIENT).toBe(1);
    }, 300_000);

    it('names a recording that cannot be read', async () => {
      const [database, broker] = [await postgres.database(), await startBroker()];
      const start = exchangeOf(database, broker.url, { FEED: 'ticks:EURUSD=nowhere.csv' });
      for (const one of [start('feed'), start('dealer')]) {
        await expect
          .poll(one.said, PATIENT)
          .toContain("FEED can't be played: nowhere.csv can't be read: ENOENT");
        expect(await one.exit).toEqual([1, null]);
      }
    }, 300_000);
  },
);
