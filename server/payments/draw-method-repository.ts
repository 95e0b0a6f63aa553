import type { Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Db, Schema } from '../store/schema.ts';
import { type DrawCurrency, toCurrency } from './payment-option-repository.ts';

/**
 * The target of a withdrawal. A coin has only `address`, a bank the other fields; fields that do not apply
 * are empty.
 */
export interface Destination {
  readonly address: string;
  readonly bankName: string;
  readonly bankAddress: string;
  readonly bankSwift: string;
  readonly payeeName: string;
  readonly payeeAccount: string;
  readonly branchName: string;
}

/** A saved destination, for one currency. */
export interface DrawMethod {
  readonly id: number;
  readonly accountId: AccountId;
  readonly currency: DrawCurrency;
  readonly destination: Destination;
}

export function methodRepository(db: Db) {
  const kept = (account: AccountId) =>
    db
      .selectFrom('draw_methods')
      .selectAll()
      .where('account_id', '=', account)
      .where('removed_at', 'is', null);
  /** Also finds methods whose currency is no longer offered. */
  const currencies = () => db.selectFrom('draw_currencies').selectAll();
  return {
    /** Latest first. */
    async list(account: AccountId): Promise<readonly DrawMethod[]> {
      const rows = await kept(account).orderBy('id', 'desc').execute();
      const known = new Map((await currencies().execute()).map((row) => [row.id, toCurrency(row)]));
      return rows.flatMap((row) => {
        const currency = known.get(row.currency_id);
        return currency === undefined ? [] : [toMethod(row, currency)];
      });
    },
    /** Undefined for a method that does not exist, belongs to another account, or was removed. */
    async own(account: AccountId, id: number): Promise<DrawMethod | undefined> {
      const row = await kept(account).where('id', '=', id).executeTakeFirst();
      if (row === undefined) return undefined;
      const currency = await currencies().where('id', '=', row.currency_id).executeTakeFirstOrThrow();
      return toMethod(row, toCurrency(currency));
    },
    async insert(
      account: AccountId,
      currencyId: number,
      destination: Destination,
      at: TimestampMs,
    ): Promise<number> {
      const row = await db
        .insertInto('draw_methods')
        .values({
          account_id: account,
          currency_id: currencyId,
          ...destinationRow(destination),
          created_at: at,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    /** @returns whether the account had the method */
    async remove(account: AccountId, id: number, at: TimestampMs): Promise<boolean> {
      const result = await db
        .updateTable('draw_methods')
        .set({ removed_at: at })
        .where('id', '=', id)
        .where('account_id', '=', account)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },
  };
}

const toMethod = (row: Selectable<Schema['draw_methods']>, currency: DrawCurrency): DrawMethod => ({
  id: row.id,
  accountId: row.account_id,
  currency,
  destination: toDestination(row),
});

/** A destination as columns of the tables that store one. */
export const destinationRow = (to: Destination) => ({
  address: to.address,
  bank_name: to.bankName,
  bank_address: to.bankAddress,
  bank_swift: to.bankSwift,
  payee_name: to.payeeName,
  payee_account: to.payeeAccount,
  branch_name: to.branchName,
});

export const toDestination = (row: ReturnType<typeof destinationRow>): Destination => ({
  address: row.address,
  bankName: row.bank_name,
  bankAddress: row.bank_address,
  bankSwift: row.bank_swift,
  payeeName: row.payee_name,
  payeeAccount: row.payee_account,
  branchName: row.branch_name,
});
