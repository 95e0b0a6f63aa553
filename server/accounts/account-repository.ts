import { type Selectable, sql } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { ZERO_MONEY } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { advanceAccount, type Book, balanceAccount, holdAccount } from '../ledger/posting.ts';
import { prepared } from '../store/prepared.ts';
import type { Db, Schema } from '../store/schema.ts';

export interface AccountRecord {
  readonly id: AccountId;
  readonly book: Book;
  readonly email: string | undefined;
  /** With a plus and the dialling code. */
  readonly phone: string | undefined;
  /** The phone's dialling code, without a plus. */
  readonly areaCode: string | undefined;
  /** False for a phone given beside an e-mail: its ownership is not proven. */
  readonly phoneProven: boolean;
  readonly passwordHash: string | undefined;
  readonly inviteCode: string;
  readonly invitedBy: AccountId | undefined;
  readonly createdAt: TimestampMs;
}

interface NewAccount extends Pick<AccountRecord, 'book' | 'inviteCode' | 'createdAt'> {
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly areaCode?: string | undefined;
  /** Default: true. */
  readonly phoneProven?: boolean;
  readonly passwordHash?: string | undefined;
  readonly demoHash?: string | undefined;
  readonly invitedBy?: AccountId | undefined;
}

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
  const counting = () => db.selectFrom('accounts').select(({ fn }) => fn.countAll<number>().as('count'));
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
      return (await found.execute()).map(recordOf);
    },
    async count(text: string | undefined): Promise<number> {
      const counted = matching(text).select(({ fn }) => fn.countAll<number>().as('count'));
      return Number((await counted.executeTakeFirstOrThrow()).count);
    },
    async countInvited(by: AccountId): Promise<number> {
      return Number((await counting().where('invited_by', '=', by).executeTakeFirstOrThrow()).count);
    },
    /**
     * Also opens the account's empty ledger accounts. Undefined if e-mail, phone or invite code are taken.
     */
    async insert(account: NewAccount): Promise<AccountId | undefined> {
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
      const { id } = row;
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
    },
    /** Takes an unproven phone from its account, for the person who proves ownership. */
    async releaseUnproven(phone: string): Promise<void> {
      await db
        .updateTable('accounts')
        .set({ phone: null, area_code: null })
        .where('phone', '=', phone)
        .where('phone_proven', '=', 0)
        .execute();
    },
  };
}

/** LIKE with an explicit escape character: the databases have different defaults. */
const contains = (column: 'email' | 'phone', text: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${text.replace(/[!%_]/g, '!$&')}%`} escape '!'`;

type AccountRow = Selectable<Schema['accounts']>;

const toRecord = (row: AccountRow | undefined): AccountRecord | undefined => row && recordOf(row);

const recordOf = (row: AccountRow): AccountRecord => ({
  id: row.id,
  book: row.book,
  email: row.email ?? undefined,
  phone: row.phone ?? undefined,
  areaCode: row.area_code ?? undefined,
  phoneProven: row.phone_proven === 1,
  passwordHash: row.password_hash ?? undefined,
  inviteCode: row.invite_code,
  invitedBy: row.invited_by ?? undefined,
  createdAt: row.created_at,
});
