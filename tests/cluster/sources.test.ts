import { describe, expect, it } from 'vitest';
import { freePort } from '../../bench/rig/waiting.ts';
import { CODE } from '../../shared/contract/codes.ts';
import { natsMissing, startBroker } from '../helpers/nats.ts';
import { BITCOIN, exchangeOf, PATIENT } from '../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { connectSource, SOURCE_TOKEN } from '../helpers/price-source.ts';
import { ask, form } from '../server/http-fixture.ts';

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)(
  'prices from outside in parts',
  () => {
    const postgres = usePostgres();

    it('go to the feed that works; the one that waits says so, and takes its place', async () => {
      const [database, broker] = [await postgres.database(), await startBroker()];
      const [first, spare] = [await freePort(), await freePort()];
      const settings = { FEED: 'push', FEED_STALE_MS: '3000' };
      const start = exchangeOf(database, broker.url, settings);
      const feedAt = (port: number) =>
        exchangeOf(database, broker.url, {
          ...settings,
          FEED_TOKEN: SOURCE_TOKEN,
          FEED_LISTEN: `127.0.0.1:${port}`,
        })('feed');
      const works = feedAt(first);
      await works.port();
      const waits = feedAt(spare);
      await expect.poll(waits.said, PATIENT).toMatch(/wait/i);
      const door = (port: number) => fetch(`http://127.0.0.1:${port}/v1/feed`).then(({ status }) => status);
      expect([await door(first), await door(spare)]).toEqual([426, 503]);

      start('dealer');
      const port = await start('gateway').port();
      await expect.poll(async () => (await ask(port, '/healthz')).status, PATIENT).toBe(200);
      const demo = await ask(port, '/api/user/createAccountDemoForU');
      const login = await ask(port, '/api/user/loginForU', form({ demo_id: demo.data.demo_id }));
      const headers = { authorization: login.data.token };
      const submit = () =>
        ask(port, `/v1/api/forex/submit?type=1&cont=0.01&forex_id=${BITCOIN}&status=1&multiple=10`, {
          headers,
        });
      await expect.poll(async () => (await submit()).data, PATIENT).toEqual({ reason: 'stale' });
      const address = (at: number) => `ws://127.0.0.1:${at}/v1/feed`;
      const source = await connectSource(address(first), 'a');
      await source.ticks('BTCUSD', '60000');
      const opened = await submit();
      expect(opened.code).toBe(CODE.success);
      expect(opened.data.OriginPrice).toBe(60_000);

      await works.end('SIGKILL');
      await expect.poll(() => door(spare), PATIENT).toBe(426);
      const again = await connectSource(address(spare), 'a');
      await again.ticks('BTCUSD', '60010', 200);
      await expect.poll(async () => (await submit()).data?.OriginPrice, PATIENT).toBe(60_010);
    }, 300_000);
  },
);
