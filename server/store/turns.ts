import { PostgresAdapter, sql } from 'kysely';
import type { Db } from './schema.ts';

/** Advisory locks of this kind are turns: the letters TURN. */
const TURNS = 0x5455524e;

/**
 * Waits until no other writer is in a transaction with this turn. Call it before rows are counted that decide whether
 * another one may be written: statements after it see what earlier holders committed. The embedded database has one
 * writer, which is its turn.
 */
export async function takeTurn(transaction: Db, name: string): Promise<void> {
  if (!(transaction.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`select pg_advisory_xact_lock(${TURNS}, hashtext(${name}))`.execute(transaction);
}
