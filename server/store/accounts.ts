import type { Kysely } from 'kysely';
import type { AccountId } from '../exchange/exchange.ts';
import { advanceAccount, balanceAccount } from '../ledger/posting.ts';
import type { AccountRow, Schema } from './schema.ts';
import type { AccountReads, AccountRecord, AccountWrites } from './store.ts';

export function accountRepository(db: Kysely<Schema>): AccountReads & AccountWrites {
  const rows = () => db.selectFrom('accounts').selectAll();
  return {
    byId: async (id) => toRecord(await rows().where('id', '=', id).executeTakeFirst()),
    byContact: async (kind, contact) => toRecord(await rows().where(kind, '=', contact).executeTakeFirst()),
    byDemoHash: async (hash) => toRecord(await rows().where('demo_hash', '=', hash).executeTakeFirst()),
    async insert(account) {
      const row = await db
        .insertInto('accounts')
        .values({
          book: account.book,
          email: account.email ?? null,
          phone: account.phone ?? null,
          password_hash: account.passwordHash ?? null,
          demo_hash: account.demoHash ?? null,
          invite_code: account.inviteCode,
          created_at: account.createdAt,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const id = row.id as AccountId;
      const opened = { book: account.book, account_id: id, balance: 0 };
      await db
        .insertInto('ledger_accounts')
        .values([
          { ...opened, id: balanceAccount(id), floor: 0 },
          { ...opened, id: advanceAccount(id) },
        ])
        .execute();
      return id;
    },
  };
}

function toRecord(row: AccountRow | undefined): AccountRecord | undefined {
  return row === undefined
    ? undefined
    : {
        id: row.id as AccountId,
        book: row.book === 'real' ? 'real' : 'demo',
        email: row.email ?? undefined,
        phone: row.phone ?? undefined,
        passwordHash: row.password_hash ?? undefined,
        inviteCode: row.invite_code,
      };
}
