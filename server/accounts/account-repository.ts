import { type Kysely, sql } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { advanceAccount, balanceAccount, holdAccount } from '../ledger/posting.ts';
import { prepared } from '../store/prepared.ts';
import type { AccountRow, Schema } from '../store/schema.ts';
import type { AccountReads, AccountRecord, AccountWrites } from './account-records.ts';

const findAccount = prepared((db, { id }: { id: AccountId }) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id),
);

export function accountRepository(db: Kysely<Schema>): AccountReads & AccountWrites {
  const rows = () => db.selectFrom('accounts').selectAll();
  return {
    byId: async (id) => toRecord((await findAccount(db, { id })).rows[0]),
    byContact: async (kind, contact) => toRecord(await rows().where(kind, '=', contact).executeTakeFirst()),
    byDemoHash: async (hash) => toRecord(await rows().where('demo_hash', '=', hash).executeTakeFirst()),
    byInviteCode: async (code) => toRecord(await rows().where('invite_code', '=', code).executeTakeFirst()),
    ...searching(db),
    async insert(account) {
      const row = await db
        .insertInto('accounts')
        .values({
          book: account.book,
          email: account.email ?? null,
          phone: account.phone ?? null,
          area_code: account.areaCode ?? null,
          phone_proven: account.phoneProven === false ? 0 : 1,
          password_hash: account.passwordHash ?? null,
          demo_hash: account.demoHash ?? null,
          invite_code: account.inviteCode,
          invited_by: account.invitedBy ?? null,
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
          { ...opened, id: holdAccount(id), floor: 0 },
        ])
        .execute();
      return id;
    },
    async setPassword(id, passwordHash) {
      await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute();
    },
    async releaseUnproven(phone) {
      await db
        .updateTable('accounts')
        .set({ phone: null, area_code: null })
        .where('phone', '=', phone)
        .where('phone_proven', '=', 0)
        .execute();
    },
  };
}

/** With a sign of its own before what LIKE reads as a pattern: the databases have none in common. */
const contains = (column: 'email' | 'phone', text: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.replace(/[!%_]/g, '!$&')}%`} escape '!'`;

function searching(db: Kysely<Schema>): Pick<AccountReads, 'search' | 'count' | 'countInvited'> {
  const matching = (text: string | undefined) => {
    const all = db.selectFrom('accounts');
    if (text === undefined) return all;
    return all.where((is) => is.or([contains('email', text), contains('phone', text)]));
  };
  return {
    async search(text, offset, limit) {
      const found = matching(text).selectAll().orderBy('id', 'desc').limit(limit).offset(offset);
      return (await found.execute()).map(recordOf);
    },
    async count(text) {
      const counted = matching(text).select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await counted.executeTakeFirstOrThrow()).count);
    },
    async countInvited(by) {
      const counted = await db
        .selectFrom('accounts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('invited_by', '=', by)
        .executeTakeFirstOrThrow();
      return Number(counted.count);
    },
  };
}

const toRecord = (row: AccountRow | undefined): AccountRecord | undefined => row && recordOf(row);

const recordOf = (row: AccountRow): AccountRecord => ({
  id: row.id as AccountId,
  book: row.book === 'real' ? 'real' : 'demo',
  email: row.email ?? undefined,
  phone: row.phone ?? undefined,
  areaCode: row.area_code ?? undefined,
  phoneProven: row.phone_proven === 1,
  passwordHash: row.password_hash ?? undefined,
  inviteCode: row.invite_code,
  invitedBy: row.invited_by === null ? undefined : (row.invited_by as AccountId),
  createdAt: timestampMs(row.created_at),
});
