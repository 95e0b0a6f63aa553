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

/** Tables whose rows are few, change, and decide over money, with the column that names a row. */
export const ALL_SEALED = {
  ...SEALED,
  instrument_modes: 'code',
  restrictions: 'account_id',
  market_days: 'name',
} as const;

export type AnySealedTable = keyof typeof ALL_SEALED;

type Row = Readonly<Record<string, number | string | null>>;

/** Seals a row as it stands now. Call it after each write of the row, in the same transaction. */
export async function sealRow(transaction: Db, table: AnySealedTable, key: number | string): Promise<void> {
  const name = sql.ref(ALL_SEALED[table]);
  const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${name} = ${key}`.execute(
    transaction,
  );
  for (const row of rows)
    await transaction
      .insertInto('row_seals')
      .values({ of_table: table, row_key: String(key), seal: sealOfRow(row) })
      .onConflict((conflict) =>
        conflict.columns(['of_table', 'row_key']).doUpdateSet((eb) => ({ seal: eb.ref('excluded.seal') })),
      )
      .execute();
}
