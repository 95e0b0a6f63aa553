import { sql } from 'kysely';
import type { Db } from '../store/schema.ts';
import { sealOfRow } from './chain.ts';

/** Of release 0.2.0, whose migration seals them. */
export const SEALED = {
  accounts: 'id',
  deposits: 'id',
  withdrawals: 'id',
  draw_methods: 'id',
  deposit_coins: 'id',
  deposit_banks: 'id',
  draw_currencies: 'id',
  identity_papers: 'id',
  listing_changes: 'code',
} as const;

export type SealedTable = keyof typeof SEALED;

/** Tables whose rows are few, change, and decide over money or who commands, with the column that names a row. */
export const ALL_SEALED = {
  ...SEALED,
  instrument_modes: 'code',
  instrument_spreads: 'code',
  restrictions: 'account_id',
  market_days: 'name',
  instruments: 'code',
  operators: 'name',
  night_rates: 'id',
} as const;

export type AnySealedTable = keyof typeof ALL_SEALED;

type Row = Readonly<Record<string, number | string | null>>;

/** Seals rows as they stand now. Call it after each write of a row, in the same transaction. */
export async function sealRow(
  transaction: Db,
  table: AnySealedTable,
  ...keys: readonly (number | string)[]
): Promise<void> {
  const column = ALL_SEALED[table];
  const { rows } =
    await sql<Row>`select * from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(keys)})`.execute(
      transaction,
    );
  if (rows.length > 0)
    await transaction
      .insertInto('row_seals')
      .values(rows.map((row) => ({ of_table: table, row_key: String(row[column]), seal: sealOfRow(row) })))
      .onConflict((conflict) =>
        conflict.columns(['of_table', 'row_key']).doUpdateSet((eb) => ({ seal: eb.ref('excluded.seal') })),
      )
      .execute();
}

/** Forgets the seal of a row that is deleted, in the same transaction. */
export async function removeSeal(
  transaction: Db,
  table: AnySealedTable,
  key: number | string,
): Promise<void> {
  await transaction
    .deleteFrom('row_seals')
    .where('of_table', '=', table)
    .where('row_key', '=', String(key))
    .execute();
}
