import type { Insertable, SelectQueryBuilder } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { addMoney, type Money, money, negMoney, ZERO_MONEY } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { contentOfPosting } from '../chain/chain.ts';
import type { LedgerAccountId, Leg } from '../ledger-account.ts';
import { appendLink } from '../store/chain-heads.ts';
import { StaleStateError } from '../store/errors.ts';
import { moveHouse } from '../store/house-sums.ts';
import { together } from '../store/pipeline.ts';
import { prepared, preparedRows } from '../store/prepared.ts';
import type { Db, Schema } from '../store/schema.ts';
import {
  advanceAccount,
  balanceAccount,
  holdAccount,
  isHouse,
  ownMoney,
  type Posting,
  type PostingKind,
  shownAs,
  storedAs,
} from './posting.ts';
import type { Standing } from './settle.ts';

export interface StatementLine {
  readonly amount: Money;
  readonly kind: PostingKind;
  /** The show code of the order; undefined without an order. */
  readonly showCode: string | undefined;
  /** The operator's note; undefined without one. */
  readonly memo: string | undefined;
  readonly at: TimestampMs;
}

export function ledgerRepository(db: Db) {
  return {
    standing: async (account: AccountId): Promise<Standing> => (await standings(db, [account]))(account),
    /** Of several accounts, in one query. */
    standings: (accounts: AccountIds) => standings(db, accounts),
    /** The movements of the balance, with those of the house's advance, latest first. */
    async statement(account: AccountId, offset: number, limit: number): Promise<readonly StatementLine[]> {
      const page = moves(db, account).orderBy('id', 'desc').limit(limit).offset(offset);
      const rows = await db
        .selectFrom(page.as('moves'))
        .innerJoin('postings', 'postings.id', 'moves.posting_id')
        .leftJoin('orders', 'orders.id', 'postings.order_id')
        .select(['postings.kind', 'orders.show_code', 'postings.memo', 'postings.at'])
        .select((eb) =>
          eb
            .selectFrom('entries')
            .whereRef('entries.posting_id', '=', 'moves.posting_id')
            .where('entries.ledger_account_id', 'in', ownMoney(account))
            .select(({ fn }) => fn.sum<Money>('entries.amount').as('sum'))
            .as('amount'),
        )
        .orderBy('moves.id', 'desc')
        .execute();
      return rows.map(({ amount, kind, show_code, memo, at }) => ({
        amount: money(Number(amount)),
        kind,
        showCode: show_code ?? undefined,
        memo: memo ?? undefined,
        at,
      }));
    },
    async countStatement(account: AccountId): Promise<number> {
      const { count } = await db
        .selectFrom(moves(db, account).as('moves'))
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    /** Of all accounts; what the house has for a purpose is one of them. */
    async balances(): Promise<ReadonlyMap<LedgerAccountId, Money>> {
      const sums = new Map<LedgerAccountId, Money>();
      for (const { id, balance } of await db
        .selectFrom('ledger_accounts')
        .select(['id', 'balance'])
        .execute()) {
        const account = shownAs(id);
        sums.set(account, addMoney(sums.get(account) ?? ZERO_MONEY, balance));
      }
      return sums;
    },
    /**
     * Books a movement.
     * @returns the owner's balances after it; the house's balances may exceed the range of money
     * @throws StaleStateError if a balance would fall below its floor
     */
    async post(posting: Posting): Promise<ReadonlyMap<LedgerAccountId, Money>> {
      const row = {
        book: posting.book,
        kind: posting.kind,
        account_id: posting.accountId,
        order_id: posting.orderId ?? null,
        payment_id: posting.paymentId ?? null,
        memo: posting.memo ?? null,
        at: posting.at,
      };
      const stored = posting.legs.map(({ account, amount }) => ({
        account: storedAs(account, posting.accountId),
        amount,
      }));
      const legs = stored.map(({ account, amount }) => ({ ledger_account_id: account, amount }));
      const link = await appendLink(db, 'postings', posting.accountId, contentOfPosting(row, legs));
      const after = new Map<LedgerAccountId, Money>();
      const move = async (leg: Leg) => after.set(leg.account, await moveOwn(db, leg));
      const own = stored.filter(({ account }) => !isHouse(account));
      await together([insertWithEntries(db, { ...row, ...link }, legs), ...own.map(move)]);
      for (const leg of stored) if (isHouse(leg.account)) moveHouse(db, leg);
      return after;
    },
  };
}

/**
 * An entry for each posting that moves the balance or the advance. Two queries by the same index, so that a page of a
 * long statement needs no sorting.
 */
function moves(db: Db, account: AccountId) {
  const of = (id: LedgerAccountId) =>
    db
      .selectFrom('entries')
      .select(['entries.id', 'entries.posting_id'])
      .where('entries.ledger_account_id', '=', id);
  return of(balanceAccount(account)).unionAll(
    of(advanceAccount(account)).where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('entries as other')
            .select('other.id')
            .whereRef('other.posting_id', '=', 'entries.posting_id')
            .where('other.ledger_account_id', '=', balanceAccount(account)),
        ),
      ),
    ),
  );
}

type AccountIds = readonly AccountId[] | SelectQueryBuilder<Schema, 'orders', { account_id: AccountId }>;

async function standings(db: Db, accounts: AccountIds): Promise<(account: AccountId) => Standing> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance'])
    .where('account_id', 'in', accounts)
    .execute();
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]));
  const of = (id: LedgerAccountId) => balances.get(id) ?? ZERO_MONEY;
  return (account) => ({
    balance: of(balanceAccount(account)),
    advance: negMoney(of(advanceAccount(account))),
    hold: of(holdAccount(account)),
  });
}

async function insertWithEntries(
  db: Db,
  row: Insertable<Schema['postings']>,
  legs: readonly Omit<Insertable<Schema['entries']>, 'posting_id'>[],
): Promise<void> {
  const [stored] = (await insertPosting(db, row)).rows;
  if (stored === undefined) throw new Error('a posting was stored without a number');
  await insertEntries(
    db,
    legs.map((leg) => ({ posting_id: stored.id, ...leg })),
  );
}

const insertPosting = prepared((db, row: Insertable<Schema['postings']>) =>
  db.insertInto('postings').values(row).returning('id'),
);

const insertEntries = preparedRows((db, rows: readonly Insertable<Schema['entries']>[]) =>
  db.insertInto('entries').values(rows),
);

/** Adds to a balance. The floor is checked in the same statement, so that no concurrent change comes between. */
const movingOwn = prepared((db, { account, amount }: Leg) =>
  db
    .updateTable('ledger_accounts')
    .set((eb) => ({ balance: eb('balance', '+', amount) }))
    .where('id', '=', account)
    .where((eb) => eb.or([eb('floor', 'is', null), eb(eb('balance', '+', amount), '>=', eb.ref('floor'))]))
    .returning('balance'),
);

async function moveOwn(db: Db, { account, amount }: Leg): Promise<Money> {
  const [row] = (await movingOwn(db, { account, amount })).rows;
  if (row === undefined) throw new StaleStateError(`${account} cannot be moved by ${amount}`);
  return row.balance;
}
