import type { Selectable, UpdateResult } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { sealRow } from '../chain/row-seals.ts';
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
  /** Undefined until it is confirmed. Nothing is paid to it before `usableAt`. */
  readonly confirmedAt?: TimestampMs | undefined;
  readonly usableAt?: TimestampMs | undefined;
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
  const changing = (account: AccountId, id: number) =>
    db
      .updateTable('draw_methods')
      .where('id', '=', id)
      .where('account_id', '=', account)
      .where('removed_at', 'is', null);
  /** @returns whether there was a row to change */
  const change = async (
    id: number,
    changed: { executeTakeFirst(): Promise<UpdateResult> },
  ): Promise<boolean> => {
    const isChanged = (await changed.executeTakeFirst()).numUpdatedRows === 1n;
    if (isChanged) await sealRow(db, 'draw_methods', id);
    return isChanged;
  };
  /** Undefined for a method that does not exist, belongs to another account, or was removed. */
  const own = async (account: AccountId, id: number): Promise<DrawMethod | undefined> => {
    const row = await kept(account).where('id', '=', id).executeTakeFirst();
    if (row === undefined) return undefined;
    const currency = await currencies().where('id', '=', row.currency_id).executeTakeFirstOrThrow();
    return toMethod(row, CURRENCIES.toOption(currency));
  };
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
    own,
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
      await sealRow(db, 'draw_methods', row.id);
      return row.id;
    },
    /** A method of any account; undefined if it was removed. */
    async byId(id: number): Promise<DrawMethod | undefined> {
      const row = await db
        .selectFrom('draw_methods')
        .selectAll()
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      return row && own(row.account_id, id);
    },
    /** @returns whether the account has the method and it was not confirmed before */
    confirm: (account: AccountId, id: number, at: TimestampMs, usableAt: TimestampMs): Promise<boolean> =>
      change(
        id,
        changing(account, id)
          .set({ confirmed_at: at, usable_at: usableAt })
          .where('confirmed_at', 'is', null),
      ),
    /** Confirms it if need be, and takes its hold away. */
    async release(account: AccountId, id: number, at: TimestampMs): Promise<void> {
      await change(
        id,
        changing(account, id).set((is) => ({
          confirmed_at: is.fn.coalesce('confirmed_at', is.val(at)),
          usable_at: is.fn.coalesce('confirmed_at', is.val(at)),
        })),
      );
    },
    /** @returns whether the account had the method */
    remove: (account: AccountId, id: number, at: TimestampMs): Promise<boolean> =>
      change(id, changing(account, id).set({ removed_at: at })),
  };
}

const toMethod = (row: Selectable<Schema['draw_methods']>, currency: DrawCurrency): DrawMethod => {
  const { id, accountId, confirmedAt, usableAt, ...fields } = recordOf(row);
  return { id, accountId, currency, destination: destinationIn(fields), confirmedAt, usableAt };
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
