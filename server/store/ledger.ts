import type { Kysely } from 'kysely';
import { type Money, money, negMoney } from '../../shared/money.ts';
import { advanceAccount, balanceAccount, type LedgerAccountId } from '../ledger/posting.ts';
import { audit } from './audit.ts';
import type { Schema } from './schema.ts';
import { type LedgerReads, type LedgerWrites, StaleStateError } from './store.ts';

export function ledgerRepository(db: Kysely<Schema>): LedgerReads & LedgerWrites {
  return {
    async standing(account) {
      const rows = await db
        .selectFrom('ledger_accounts')
        .select(['id', 'balance'])
        .where('id', 'in', [balanceAccount(account), advanceAccount(account)])
        .execute();
      const of = (id: LedgerAccountId) => money(rows.find((row) => row.id === id)?.balance ?? 0);
      return { balance: of(balanceAccount(account)), advance: negMoney(of(advanceAccount(account))) };
    },
    async balances() {
      const rows = await db.selectFrom('ledger_accounts').select(['id', 'balance']).execute();
      return new Map(rows.map((row) => [row.id as LedgerAccountId, money(row.balance)]));
    },
    audit: () => audit(db),
    async post(posting) {
      const { id } = await db
        .insertInto('postings')
        .values({
          book: posting.book,
          kind: posting.kind,
          account_id: posting.accountId,
          order_id: posting.orderId ?? null,
          at: posting.at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('entries')
        .values(
          posting.legs.map((leg) => ({ posting_id: id, ledger_account_id: leg.account, amount: leg.amount })),
        )
        .execute();
      const after = new Map<LedgerAccountId, Money>();
      for (const leg of posting.legs) after.set(leg.account, await move(db, leg.account, leg.amount));
      return after;
    },
  };
}

/** Adds to a balance; the condition is part of the statement, so that nothing can come between. */
async function move(db: Kysely<Schema>, account: LedgerAccountId, amount: Money): Promise<Money> {
  const row = await db
    .updateTable('ledger_accounts')
    .set((eb) => ({ balance: eb('balance', '+', amount) }))
    .where('id', '=', account)
    .where((eb) => eb.or([eb('floor', 'is', null), eb(eb('balance', '+', amount), '>=', eb.ref('floor'))]))
    .returning('balance')
    .executeTakeFirst();
  if (row === undefined) throw new StaleStateError(`${account} cannot be moved by ${amount}`);
  return money(row.balance);
}
