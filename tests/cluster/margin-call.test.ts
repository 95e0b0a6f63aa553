import { describe, expect, it } from 'vitest';
import { natsMissing } from '../helpers/nats.ts';
import { BITCOIN, PATIENT } from '../helpers/parts.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { createPushBrowser, startPushService } from '../helpers/push-service.ts';
import { startTakenOver } from '../helpers/taken-over.ts';
import { form } from '../server/http-fixture.ts';

const CALL = 'Margin call';

describe.skipIf(natsMissing !== undefined || postgresMissing !== undefined)('a margin call', () => {
  const postgres = usePostgres();

  it('is announced once, whoever deals for the account, and also when it began while nobody did', async () => {
    const service = await startPushService();
    const { feed, start, ask, query, pair } = await startTakenOver(postgres, {
      PUSH_SERVICES: service.origin,
    });
    const { data: key } = await ask('/api/push/key');
    const browser = createPushBrowser(service.origin);
    const { endpoint, p256dh, auth } = browser;
    const device = form({ endpoint, 'keys.p256dh': p256dh, 'keys.auth': auth });
    expect((await ask('/api/push/subscribe', device)).code).toBe(1);
    const told = () => service.received.map((message) => browser.read(message, key.key).title);
    /** The price stays there, so that also a dealer that takes over meanwhile sees it. */
    const until = (points: number, titles: readonly string[]) =>
      expect
        .poll(() => {
          feed.tick(points);
          return told();
        }, PATIENT)
        .toEqual(titles);

    // A margin of 95,000 for an account of 100,000: 9,900 is a level of 95 %, 10,100 one of 115 %.
    const bought = await ask(
      `/v1/api/forex/submit?type=1&cont=95&forex_id=${BITCOIN}&status=1&multiple=10&stop_loss_price=9600`,
    );
    expect(bought).toMatchObject({ code: 1 });
    const { holder, other } = await pair();
    await until(990_000, [CALL]);

    await holder.end('SIGKILL');
    // Answered by the other one, which has loaded the account then, and judged its level.
    const stops = `id=${bought.data.Id}&target_profit_price=0&stop_loss_price=9700`;
    await expect.poll(async () => (await ask(`/v1/api/forex/set_stop_price?${stops}`)).code, PATIENT).toBe(1);
    const called = async () => {
      feed.tick(1_010_000);
      return query('select account_id from margin_calls');
    };
    await expect.poll(called, PATIENT).toEqual([]);
    await other.end('SIGKILL');
    feed.tick(990_000);
    await feed.flush();
    const third = start('dealer');
    await third.port();
    await until(990_000, [CALL, CALL]);

    await third.end('SIGKILL');
    await start('dealer').port();
    await until(969_000, [CALL, CALL, 'BTC/USD']);
  }, 300_000);
});
