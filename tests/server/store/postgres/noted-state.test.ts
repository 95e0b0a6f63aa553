import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { good, startTrading, ticket } from '../../../helpers/dealing.ts';
import { postgresMissing, usePostgres } from '../../../helpers/postgres.ts';
import { settingsOf } from '../../../helpers/postgres-server.ts';

const examineOptions = { isDealing: true, progress: () => undefined } as const;

describe.skipIf(postgresMissing !== undefined)('the state of the books that is noted in PostgreSQL', () => {
  const postgres = usePostgres();

  it('waits for a transaction that has a lower number already, and is proved again whatever came after', async () => {
    const address = await postgres.database();
    const { exchange, account, store } = await startTrading({
      database: settingsOf(address),
      sound: 'errors',
    });
    const deal = async () => good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 0.01 })));
    await deal();
    const other = new Client(address);
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('begin');
    await other.query(
      `insert into order_events (account_id, order_id, at, kind, caused_by, changes, seq, hash)
       select account_id, order_id, at, kind, caused_by, changes, 99, hash from order_events`,
    );
    await deal();
    const examined = store.examine(examineOptions).found;
    await Promise.race([examined, pause(1_500)]);
    await other.query('commit');
    const { breaks, state } = await examined;
    expect([breaks.length > 0, state?.events.rows]).toEqual([true, 3]);
    await deal();
    const again = await store.examine({ ...examineOptions, against: state }).found;
    // The row that came from elsewhere is wrong by itself; but it was there when the state was noted.
    expect(again.breaks.map(({ rule }) => rule)).not.toContain('noted-state');
  });
});
