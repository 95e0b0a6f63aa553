import { type Selectable, sql } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { ZERO_MONEY } from '../../shared/domain/money.ts';
import { sealRow } from '../chain/row-seals.ts';
import { advanceAccount, balanceAccount, holdAccount } from '../ledger/posting.ts';
import { countRows } from '../store/numbers.ts';
import { prepared } from '../store/prepared.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';

type Fields = RecordOf<Selectable<Schema['accounts']>>;

export interface AccountRecord extends Omit<Fields, 'phoneProven' | 'demoHash'> {
  /** False for a phone given beside an e-mail: its ownership is not proven. */
  readonly phoneProven: boolean;
}

type NewAccount = Pick<AccountRecord, 'book' | 'inviteCode' | 'createdAt'> &
  Partial<Pick<Fields, 'email' | 'phone' | 'areaCode' | 'passwordHash' | 'demoHash' | 'invitedBy'>> & {
    /** Default: true. */
    readonly phoneProven?: boolean;
  };

const findAccount = prepared((db, { id }: { id: AccountId }) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id),
);

export function accountRepository(db: Db) {
  const rows = () => db.selectFrom('accounts').selectAll();
  const matching = (text: string | undefined) => {
    const all = db.selectFrom('accounts');
    if (text === undefined) return all;
    return all.where((is) => is.or([contains('email', text), contains('phone', text)]));
  };
  return {
    byId: async (id: AccountId) => toRecord((await findAccount(db, { id })).rows[0]),
    byContact: async (kind: 'email' | 'phone', contact: string) =>
      toRecord(await rows().where(kind, '=', contact).executeTakeFirst()),
    byDemoHash: async (hash: string) =>
      toRecord(await rows().where('demo_hash', '=', hash).executeTakeFirst()),
    byInviteCode: async (code: string) =>
      toRecord(await rows().where('invite_code', '=', code).executeTakeFirst()),
    /** Accounts whose e-mail or phone contains the text; every account without a text. Newest first. */
    async search(text: string | undefined, offset: number, limit: number): Promise<readonly AccountRecord[]> {
      const found = matching(text).selectAll().orderBy('id', 'desc').limit(limit).offset(offset);
      return (await found.execute()).map(toAccount);
    },
    count: (text: string | undefined) => countRows(matching(text)),
    countInvited: (by: AccountId) => countRows(db.selectFrom('accounts').where('invited_by', '=', by)),
    /**
     * Also opens the account's empty ledger accounts. Undefined if e-mail, phone or invite code are taken.
     */
    async insert(account: NewAccount): Promise<AccountId | undefined> {
      const row = await db
        .insertInto('accounts')
        .values(rowOf({ ...account, phoneProven: account.phoneProven === false ? 0 : 1 }))
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { id } = row;
      await sealRow(db, 'accounts', id);
      const opened = { book: account.book, account_id: id, balance: ZERO_MONEY };
      await db
        .insertInto('ledger_accounts')
        .values([
          { ...opened, id: balanceAccount(id), floor: ZERO_MONEY },
          { ...opened, id: advanceAccount(id) },
          { ...opened, id: holdAccount(id), floor: ZERO_MONEY },
        ])
        .execute();
      return id;
    },
    async setPassword(id: AccountId, passwordHash: string): Promise<void> {
      await db.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', id).execute();
      await sealRow(db, 'accounts', id);
    },
    /** Takes an unproven phone from its account, for the person who proves ownership. */
    async releaseUnproven(phone: string): Promise<void> {
      const rows = await db
        .updateTable('accounts')
        .set({ phone: null, area_code: null })
        .where('phone', '=', phone)
        .where('phone_proven', '=', 0)
        .returning('id')
        .execute();
      for (const { id } of rows) await sealRow(db, 'accounts', id);
    },
  };
}

/** LIKE with an explicit escape character: the databases have different defaults. */
const contains = (column: 'email' | 'phone', text: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.replace(/[!%_]/g, '!$&')}%`} escape '!'`;

type AccountRow = Selectable<Schema['accounts']>;

const toRecord = (row: AccountRow | undefined): AccountRecord | undefined => row && toAccount(row);

const toAccount = (row: AccountRow): AccountRecord => ({
  ...recordOf(row),
  phoneProven: row.phone_proven === 1,
});
