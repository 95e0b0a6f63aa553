import { type Selectable, sql } from 'kysely';
import { sealOfRow } from '../chain/chain.ts';
import { ALL_SEALED, type AnySealedTable } from '../chain/row-seals.ts';
import type { Db, Schema } from '../store/schema.ts';

/** A row of a sealed table that is not what the program stored, or is gone. */
export interface SealFinding {
  readonly rule: 'seal-of-row';
  readonly where: string;
}

/** Rows read at once. */
const BATCH = 2_000;
const MAX_FINDINGS = 100;

type Row = Readonly<Record<string, number | string | null>>;
type Seal = Pick<Selectable<Schema['row_seals']>, 'row_key' | 'seal'>;

/** Reads every row of the tables that decide over money, and compares it with its seal. */
export async function wrongRows(db: Db): Promise<readonly SealFinding[]> {
  const findings: SealFinding[] = [];
  for (const name of Object.keys(ALL_SEALED) as AnySealedTable[]) findings.push(...(await wrongIn(db, name)));
  return findings.slice(0, MAX_FINDINGS);
}

async function wrongIn(db: Db, name: AnySealedTable): Promise<readonly SealFinding[]> {
  const findings: SealFinding[] = [];
  const [table, key] = [sql.table(name), sql.ref(ALL_SEALED[name])];
  let rows: readonly Row[] = [];
  let after: number | string | null | undefined;
  do {
    const from = after === undefined ? sql`` : sql`where ${key} > ${after}`;
    rows = (
      await sql<Row>`select * from ${table} ${from} order by ${key} limit ${sql.lit(BATCH)}`.execute(db)
    ).rows;
    const keys = rows.map((row) => String(row[ALL_SEALED[name]]));
    const seals = new Map((await sealsOf(db, name, keys)).map((one) => [one.row_key, one.seal]));
    for (const [at, row] of rows.entries())
      if (seals.get(keys[at] ?? '') !== sealOfRow(row))
        findings.push({ rule: 'seal-of-row', where: `${name} ${keys[at]}` });
    after = rows.at(-1)?.[ALL_SEALED[name]];
  } while (rows.length === BATCH && findings.length < MAX_FINDINGS);
  const gone = await sql<Seal>`select row_key, seal from row_seals where of_table = ${name}
    and row_key not in (select cast(${key} as text) from ${table}) limit ${sql.lit(MAX_FINDINGS)}`.execute(
    db,
  );
  for (const { row_key } of gone.rows)
    findings.push({ rule: 'seal-of-row', where: `${name} ${row_key}, which is missing` });
  return findings;
}

const sealsOf = async (db: Db, name: AnySealedTable, keys: readonly string[]): Promise<readonly Seal[]> =>
  keys.length === 0
    ? []
    : db
        .selectFrom('row_seals')
        .select(['row_key', 'seal'])
        .where('of_table', '=', name)
        .where('row_key', 'in', keys)
        .execute();
