import type { Kysely, Selectable } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Schema } from '../store/schema.ts';
import { destinationRow, toDestination } from './destination.ts';
import { toCurrency } from './payment-option-repository.ts';
import type { DrawCurrency, DrawMethod, MethodReads, MethodWrites } from './payment-records.ts';

export function methodRepository(db: Kysely<Schema>): MethodReads & MethodWrites {
  const kept = (account: AccountId) =>
    db
      .selectFrom('draw_methods')
      .selectAll()
      .where('account_id', '=', account)
      .where('removed_at', 'is', null);
  /** Also those that are no longer offered. */
  const currencies = () => db.selectFrom('draw_currencies').selectAll();
  return {
    async list(account) {
      const rows = await kept(account).orderBy('id', 'desc').execute();
      const known = new Map((await currencies().execute()).map((row) => [row.id, toCurrency(row)]));
      return rows.flatMap((row) => {
        const currency = known.get(row.currency_id);
        return currency === undefined ? [] : [toMethod(row, currency)];
      });
    },
    async own(account, id) {
      const row = await kept(account).where('id', '=', id).executeTakeFirst();
      if (row === undefined) return undefined;
      const currency = await currencies().where('id', '=', row.currency_id).executeTakeFirstOrThrow();
      return toMethod(row, toCurrency(currency));
    },
    async insert(account, currencyId, destination, at) {
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
    async remove(account, id, at) {
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
  accountId: row.account_id as AccountId,
  currency,
  destination: toDestination(row),
});
