import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import { good, startDealing, startTrading, ticket } from '../../helpers/dealing.ts';
import { FINANCING_TIME } from '../../helpers/nights.ts';
import { openTestStore } from '../../helpers/stores.ts';

/** Changes the books directly in the database. */
const breaks: readonly (readonly [string, string, string])[] = [
  ['an entry was changed', 'UPDATE entries SET amount = amount + 1 WHERE id = 1', 'posting-sums-to-zero'],
  ['an entry was lost', 'DELETE FROM entries WHERE id = 1', 'balance-is-sum-of-entries'],
  ['entries of a posting were lost', 'DELETE FROM entries WHERE posting_id = 1', 'posting-sums-to-zero'],
  [
    'a balance was changed',
    "UPDATE ledger_accounts SET balance = balance + 1 WHERE id LIKE 'balance:%'",
    'balance-is-sum-of-entries',
  ],
  ['a balance fell below zero', "UPDATE ledger_accounts SET balance = -1 WHERE id LIKE 'balance:%'", 'floor'],
  ['demo met real', "UPDATE postings SET book = 'real' WHERE id = 1", 'books-apart'],
  [
    'an advance stayed without a position',
    "UPDATE ledger_accounts SET balance = -5 WHERE id LIKE 'advance:%'",
    'advance-needs-position',
  ],
  ['a night was not booked', 'UPDATE orders SET financing = 5', 'nights-are-booked'],
];

describe('the check of the books', () => {
  it('reports nothing for correct books', async () => {
    const dealing = await startDealing();
    await dealing.openAccount();
    expect(await auditBooks(dealing.store.read)).toEqual([]);
    await dealing.stop();
  });

  it.each(breaks)('reports that %s', async (_what, sql, rule) => {
    const dealing = await startTrading();
    const { account } = dealing;
    const { id } = good(await dealing.exchange.submit(account, ticket('EURUSD', 'buy')));
    dealing.market.tick('EURUSD', 1.21);
    good(await dealing.exchange.close(account, id, undefined, undefined));
    await dealing.stop();
    const database = new DatabaseSync(join(dealing.dataDir, 'pipstream.db'));
    database.exec(sql);
    database.close();
    const store = await openTestStore({ dataDir: dealing.dataDir });
    expect((await auditBooks(store.read)).map((found) => found.rule)).toContain(rule);
  });
  it('reports that a night was booked to another order of the account', async () => {
    const dealing = await startTrading({ financingTime: FINANCING_TIME, sound: 'errors' });
    const { account, exchange, market, clock } = dealing;
    await dealing.setNightRates('EURUSD', 3.6, 0);
    const [first, second] = [
      good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 2 }))),
      good(await exchange.submit(account, ticket('EURUSD', 'buy', { lots: 1 }))),
    ];
    market.pass(86_400_000);
    clock.advanceTo(market.now());
    await dealing.settled(account);
    expect(await auditBooks(dealing.store.read)).toEqual([]);
    await dealing.store.write((db) =>
      db
        .updateTable('orders')
        .set(({ ref }) => ({ financing: sql`36000000 - ${ref('financing')}` }))
        .execute(),
    );
    const found = (await auditBooks(dealing.store.read)).filter(({ rule }) => rule === 'nights-are-booked');
    expect(found.map(({ where }) => where)).toEqual([String(first.id), String(second.id)]);
  });
});
