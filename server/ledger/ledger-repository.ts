import type { Kysely } from 'kysely';
import { type Money, money, negMoney } from '../../shared/domain/money.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { prepared } from '../store/prepared.ts';
import type { NewPostingRow, Schema } from '../store/schema.ts';
import { type LedgerReads, type LedgerWrites, StaleStateError } from '../store/store.ts';
import { audit } from './ledger-audit.ts';
import {
  advanceAccount,
  balanceAccount,
  holdAccount,
  type LedgerAccountId,
  type Leg,
  type PostingKind,
} from './posting.ts';

export function ledgerRepository(db: Kysely<Schema>): LedgerReads & LedgerWrites {
  return {
    async standing(account) {
      const rows = await db
        .selectFrom('ledger_accounts')
        .select(['id', 'balance'])
        .where('id', 'in', [balanceAccount(account), advanceAccount(account), holdAccount(account)])
        .execute();
      const of = (id: LedgerAccountId) => money(rows.find((row) => row.id === id)?.balance ?? 0);
      return {
        balance: of(balanceAccount(account)),
        advance: negMoney(of(advanceAccount(account))),
        hold: of(holdAccount(account)),
      };
    },
    async statement(account, offset, limit) {
      const rows = await db
        .selectFrom('entries')
        .innerJoin('postings', 'postings.id', 'entries.posting_id')
        .leftJoin('orders', 'orders.id', 'postings.order_id')
        .select(['entries.amount', 'postings.kind', 'orders.show_code', 'postings.memo', 'postings.at'])
        .where('entries.ledger_account_id', '=', balanceAccount(account))
        .orderBy('entries.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map((row) => ({
        amount: money(row.amount),
        kind: row.kind as PostingKind,
        showCode: row.show_code ?? undefined,
        memo: row.memo ?? undefined,
        at: timestampMs(row.at),
      }));
    },
    async countStatement(account) {
      const row = await db
        .selectFrom('entries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('ledger_account_id', '=', balanceAccount(account))
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },
    async balances() {
      const rows = await db.selectFrom('ledger_accounts').select(['id', 'balance']).execute();
      return new Map(rows.map((row) => [row.id as LedgerAccountId, money(row.balance)]));
    },
    audit: () => audit(db),
    async post(posting) {
      const { rows } = await insertPosting(db, {
        book: posting.book,
        kind: posting.kind,
        account_id: posting.accountId,
        order_id: posting.orderId ?? null,
        payment_id: posting.paymentId ?? null,
        memo: posting.memo ?? null,
        at: posting.at,
      });
      const [stored] = rows;
      if (stored === undefined) throw new Error('a posting was stored without a number');
      await db
        .insertInto('entries')
        .values(
          posting.legs.map((leg) => ({
            posting_id: stored.id,
            ledger_account_id: leg.account,
            amount: leg.amount,
          })),
        )
        .execute();
      const after = new Map<LedgerAccountId, Money>();
      for (const leg of posting.legs) {
        const isHouse = leg.account.startsWith('house:');
        if (isHouse) await moveHouse(db, leg);
        else after.set(leg.account, await moveOwn(db, leg));
      }
      return after;
    },
  };
}

const insertPosting = prepared((db, row: NewPostingRow) =>
  db.insertInto('postings').values(row).returning('id'),
);

/** Adds to a balance; the condition is part of the statement, so that nothing can come between. */
const moving = (db: Kysely<Schema>, { account, amount }: Leg) =>
  db
    .updateTable('ledger_accounts')
    .set((eb) => ({ balance: eb('balance', '+', amount) }))
    .where('id', '=', account)
    .where((eb) => eb.or([eb('floor', 'is', null), eb(eb('balance', '+', amount), '>=', eb.ref('floor'))]));

const movingOwn = prepared((db, leg: Leg) => moving(db, leg).returning('balance'));
const movingHouse = prepared((db, leg: Leg) => moving(db, leg).returning('id'));

async function moveOwn(db: Kysely<Schema>, { account, amount }: Leg): Promise<Money> {
  const leg = { account, amount };
  const [row] = (await movingOwn(db, leg)).rows;
  return money((row ?? unmoved(leg)).balance);
}

/** Sums over all accounts may leave the safe integers, which the database bears: so the balance is not read. */
async function moveHouse(db: Kysely<Schema>, { account, amount }: Leg): Promise<void> {
  const leg = { account, amount };
  const { rows } = await movingHouse(db, leg);
  if (rows.length === 0) unmoved(leg);
}

function unmoved({ account, amount }: Leg): never {
  throw new StaleStateError(`${account} cannot be moved by ${amount}`);
}
