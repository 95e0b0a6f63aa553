import { describe, expect, it, onTestFinished } from 'vitest';
import { CODE } from '../../shared/contract/codes.ts';
import { postgresMissing, usePostgres } from '../helpers/postgres.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { askServed, enterServed, msUntilHealth, openInstrument, quickFeed, startServed } from './served.ts';

/** The validity of an order. */
const VALID_MS = 10_000;

describe.skipIf(postgresMissing)('an exchange whose PostgreSQL hangs', () => {
  const postgres = usePostgres();

  it('shows it, refuses orders for good, and goes on when the database does', async () => {
    const address = await postgres.database();
    const served = await startServed({
      DATABASE_URL: address,
      DATA_DIR: temporaryFolder(),
      FEED: quickFeed(),
      DATABASE_TIMEOUT_MS: '1500',
    });
    const token = await enterServed(served.url);
    const instrument = await openInstrument(served.url);
    const submit = (cid: string) =>
      askServed(
        served.url,
        '/v1/api/forex/submit',
        {
          type: '1',
          cont: instrument.lots,
          forex_id: instrument.id,
          status: '1',
          multiple: instrument.multiple,
          cid,
        },
        { token },
      );
    expect((await submit('before-it-hung')).code).toBe(CODE.success);
    const sessions = await postgres.query(
      address,
      `select pid from pg_stat_activity
        where datname = current_database() and application_name like 'pipstream process %'`,
    );
    const signal = (name: NodeJS.Signals) => {
      for (const { pid } of sessions) {
        try {
          process.kill(Number(pid), name);
        } catch {
          // The server has ended it.
        }
      }
    };
    onTestFinished(() => signal('SIGCONT'));

    signal('SIGSTOP');
    const from = performance.now();
    const [sickMs, early] = await Promise.all([msUntilHealth(served.url, 503), submit('as-it-hung')]);
    const earlyMs = Math.round(performance.now() - from);
    expect([early.status, early.code]).toEqual([429, CODE.tooMany]);
    expect(earlyMs).toBeLessThan(VALID_MS);
    const late = await submit('while-it-hung');
    expect([late.status, late.code]).toEqual([429, CODE.tooMany]);
    expect((await askServed(served.url, '/livez')).status).toBe(200);

    signal('SIGCONT');
    const wellMs = await msUntilHealth(served.url, 200);
    console.log(`503 after ${sickMs} ms, an order refused after ${earlyMs} ms, 200 after ${wellMs} ms`);
    // Neither refused order was carried out, and each can be now.
    const { data } = await askServed(
      served.url,
      '/v1/api/forex/my_deal',
      { status: '1', page: '1' },
      { token },
    );
    expect(data.total).toBe(1);
    expect((await submit('while-it-hung')).code).toBe(CODE.success);
    await served.kill();
  }, 180_000);
});
