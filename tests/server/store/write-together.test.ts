import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import { ledgerRepository } from '../../../server/ledger/ledger-repository.ts';
import { balanceAccount, houseAccount } from '../../../server/ledger/posting.ts';
import type { Store } from '../../../server/store/store.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import { money } from '../../../shared/domain/money.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { insertAccount } from '../../helpers/accounts.ts';
import { onEachDatabase } from '../../helpers/stores.ts';

const AT = timestampMs(0);
const ACCOUNTS = 6;

async function openAccounts(store: Store): Promise<readonly AccountId[]> {
  const opened: AccountId[] = [];
  for (let i = 0; i < ACCOUNTS; i++) {
    opened.push(await store.write((transaction) => insertAccount(transaction, `INVITE${i}`)));
  }
  return opened;
}

type End = 'kept' | 'throws' | 'refused';

interface Movement {
  readonly who: number;
  readonly end: End;
  /** Whether the store knows whose rows it writes. */
  readonly isNamed: boolean;
}

/** Books one unit; what does not end well has written it before. */
function book(store: Store, account: AccountId, { end, isNamed }: Movement): Promise<void> {
  return store.write(
    async (transaction) => {
      const ledger = ledgerRepository(transaction);
      const facts = { book: 'demo', kind: 'reset', accountId: account, at: AT } as const;
      const own = balanceAccount(account);
      const capital = houseAccount('demo', 'capital');
      await ledger.post({
        ...facts,
        legs: [
          { account: own, amount: money(1) },
          { account: capital, amount: money(-1) },
        ],
      });
      if (end === 'throws') throw new Error('changed my mind');
      // PostgreSQL then refuses all further statements of the transaction.
      if (end === 'refused')
        await transaction.insertInto('seeds').values({ name: 'taken', planted_at: AT }).execute();
    },
    isNamed ? account : undefined,
  );
}

onEachDatabase((stores) => {
  describe('writes on different accounts, under way together', () => {
    it('are each stored whole or not at all, with the chains of their rows', async () => {
      const store = await stores.open();
      const accounts = await openAccounts(store);
      await store.write((transaction) =>
        transaction.insertInto('seeds').values({ name: 'taken', planted_at: AT }).execute(),
      );
      const movement = fc.record({
        who: fc.nat(ACCOUNTS - 1),
        end: fc.constantFrom<End>('kept', 'kept', 'kept', 'kept', 'throws', 'refused'),
        isNamed: fc.constantFrom(true, true, true, false),
      });
      const wanted = new Array<number>(ACCOUNTS).fill(0);
      await fc.assert(
        fc.asyncProperty(fc.array(movement, { maxLength: 40 }), async (movements) => {
          const ends = await Promise.allSettled(
            movements.map((one) => book(store, accounts[one.who] ?? (0 as AccountId), one)),
          );
          expect(ends.map(({ status }) => status)).toEqual(
            movements.map(({ end }) => (end === 'kept' ? 'fulfilled' : 'rejected')),
          );
          for (const { who, end } of movements) if (end === 'kept') wanted[who] = (wanted[who] ?? 0) + 1;
          const balances = await ledgerRepository(store.read).balances();
          expect(accounts.map((account) => balances.get(balanceAccount(account)))).toEqual(wanted);
        }),
        { numRuns: 20, endOnFailure: true },
      );
      expect(await auditBooks(store.read)).toEqual([]);
    });
  });
});
