import { sql } from 'kysely';
import type { Db } from './schema.ts';

/*
 * Builds before 0.2.0 named their migrations by dates. Those of 0.1.0 are one migration today, those since then another. Both
 * end at the same tables and rows, so a database of such a build goes on under the names of today.
 */

/** What each migration of today was made of, in the order in which it ran. */
const FORMER: Readonly<Record<string, readonly string[]>> = {
  '0001-release-0.1.0': [
    '2026-11-20-start',
    '2026-11-21-chat',
    '2026-11-21-content',
    '2026-11-21-files',
    '2026-11-21-identity',
    '2026-11-21-leaders',
    '2026-11-21-listings',
    '2026-11-21-operator-log',
    '2026-11-21-payments',
    '2026-11-21-people',
  ],
  '0002-release-0.2.0': [
    '2026-11-24-chain',
    '2026-11-24-code-senders',
    '2026-11-24-factors',
    '2026-11-24-payout-confirmation',
    '2026-11-24-security-events',
    '2026-11-24-session-age',
    '2026-11-24-table-seals',
    '2026-11-24-trailing-stops',
    '2026-11-25-alerts',
    '2026-11-25-house-shards',
    '2026-11-25-numbered-changes',
    '2026-11-25-user-favourites',
    '2026-11-25-who-deals',
    '2026-11-26-push',
    '2026-11-27-alert-firings',
    '2026-11-27-order-prices',
    '2026-11-28-alert-prices',
    '2026-11-29-rate-limits',
    '2026-11-30-margin-calls',
    '2026-12-01-order-fills',
    '2026-12-02-code-tries',
    '2026-12-02-holder-broker',
  ],
};

/** The last commit with the former migrations. It completes a database that stopped between two of them. */
const LAST_WITH_FORMER = '196be2db';

/**
 * Renames the recorded migrations of an earlier build to those of today. Call it in the transaction that migrates, so that a
 * failure later takes the names back, too.
 * @throws Error whose message is the reason for the operator: the database stopped between two releases
 */
export async function renameFormer(db: Db): Promise<void> {
  const recorded = await recordedMigrations(db);
  const former = Object.entries(FORMER);
  const isFormer = (name: string) => former.some(([, names]) => names.includes(name));
  if (!recorded.some(isFormer)) return;
  const unknown = recorded.find((name) => !isFormer(name));
  if (unknown !== undefined) throw ofLaterVersion(unknown);
  const cut = former.findIndex(([, names]) => !names.every((name) => recorded.includes(name)));
  const whole = cut < 0 ? former : former.slice(0, cut);
  if (whole.flatMap(([, names]) => names).length !== recorded.length)
    throw new Error(
      `it was written by a build between two releases; open it once with commit ${LAST_WITH_FORMER} of this program, then with this version`,
    );
  for (const [name, names] of whole) {
    // The last of them keeps its time, by which the migrations are ordered.
    await sql`update kysely_migration set name = ${name} where name = ${names.at(-1)}`.execute(db);
    await sql`delete from kysely_migration where name in (${sql.join(names)})`.execute(db);
  }
}

/** The names of the migrations that a database has run. */
export async function recordedMigrations(db: Db): Promise<readonly string[]> {
  // In a transaction of PostgreSQL, a query of a table that is not there would make all later statements fail.
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

export const ofLaterVersion = (migration: string, cause?: unknown): Error =>
  new Error(`it was written by a later version of this program (${migration})`, { cause });
