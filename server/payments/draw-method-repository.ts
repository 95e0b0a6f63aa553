import type { Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import { CURRENCIES, type DrawCurrency } from './payment-option-repository.ts';
import type { DestinationColumns } from './payment-tables.ts';

/**
 * The target of a withdrawal. A coin has only `address`, a bank the other fields; fields that do not apply
 * are empty.
 */
export type Destination = RecordOf<DestinationColumns>;

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
      const known = new Map((await currencies().execute()).map((row) => [row.id, CURRENCIES.toOption(row)]));
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
      return toMethod(row, CURRENCIES.toOption(currency));
    },
    async insert(
      account: AccountId,
      currencyId: number,
      destination: Destination,
      at: TimestampMs,
    ): Promise<number> {
      const row = await db
        .insertInto('draw_methods')
        .values(rowOf({ accountId: account, currencyId, ...destination, createdAt: at }))
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

const toMethod = (row: Selectable<Schema['draw_methods']>, currency: DrawCurrency): DrawMethod => {
  const { id, accountId, ...fields } = recordOf(row);
  return { id, accountId, currency, destination: destinationIn(fields) };
};

/** The destination among the fields of a record that contains one. */
export const destinationIn = ({
  address,
  bankName,
  bankAddress,
  bankSwift,
  payeeName,
  payeeAccount,
  branchName,
}: Destination): Destination => ({
  address,
  bankName,
  bankAddress,
  bankSwift,
  payeeName,
  payeeAccount,
  branchName,
});
