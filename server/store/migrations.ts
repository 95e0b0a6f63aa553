import { type Migration, Migrator } from 'kysely/migration';
import { ofLaterVersion, recordedMigrations, renameFormer } from './former-migrations.ts';
import { release010 } from './migrations/0001-release-0.1.0.ts';
import { release020 } from './migrations/0002-release-0.2.0.ts';
import { accountSafety } from './migrations/0003-account-safety.ts';
import { modes } from './migrations/0004-modes.ts';
import { marketDays } from './migrations/0005-market-days.ts';
import { instruments } from './migrations/0006-instruments.ts';
import { orderEvents } from './migrations/0007-order-events.ts';
import { operatorSteps } from './migrations/0008-operator-steps.ts';
import { spreads } from './migrations/0009-spreads.ts';
import { financing } from './migrations/0010-financing.ts';
import type { Db } from './schema.ts';

type Migrations = Readonly<Record<string, Migration>>;

/** In order of their numbers. Never change a landed migration; add another one. */
const MIGRATIONS: Migrations = {
  '0001-release-0.1.0': release010,
  '0002-release-0.2.0': release020,
  '0003-account-safety': accountSafety,
  '0004-modes': modes,
  '0005-market-days': marketDays,
  '0006-instruments': instruments,
  '0007-order-events': orderEvents,
  '0008-operator-steps': operatorSteps,
  '0009-spreads': spreads,
  '0010-financing': financing,
};

/**
 * Migrates the tables completely or not at all. @throws on failure, or if the database is newer than this
 * program, or of a build between two releases
 */
export async function migrate(db: Db, migrations = MIGRATIONS): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await renameFormer(transaction);
    const { error } = await new Migrator({
      db: transaction,
      provider: { getMigrations: async () => migrations },
    }).migrateToLatest();
    if (error !== undefined) throw explained(error);
  });
}

/** Whether a database has been migrated to this version. */
export async function isUpToDate(db: Db): Promise<boolean> {
  const recorded = await recordedMigrations(db);
  const wanted = Object.keys(MIGRATIONS);
  return recorded.length === wanted.length && wanted.every((name) => recorded.includes(name));
}

/** Kysely reports an unknown migration as corruption. */
function explained(error: unknown): unknown {
  const unknown = error instanceof Error && /executed migration (\S+) is missing/.exec(error.message)?.[1];
  return unknown ? ofLaterVersion(unknown, error) : error;
}
