import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import { good, startDealing, startTrading, ticket } from '../../helpers/dealing.ts';
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
});
