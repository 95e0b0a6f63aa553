import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { start } from './migrations/2026-11-20-start.ts';
import { chat } from './migrations/2026-11-21-chat.ts';
import { content } from './migrations/2026-11-21-content.ts';
import { files } from './migrations/2026-11-21-files.ts';
import { identity } from './migrations/2026-11-21-identity.ts';
import { leaders } from './migrations/2026-11-21-leaders.ts';
import { listings } from './migrations/2026-11-21-listings.ts';
import { operatorLog } from './migrations/2026-11-21-operator-log.ts';
import { payments } from './migrations/2026-11-21-payments.ts';
import { people } from './migrations/2026-11-21-people.ts';
import { chain } from './migrations/2026-11-24-chain.ts';
import { codeSenders } from './migrations/2026-11-24-code-senders.ts';
import { factors } from './migrations/2026-11-24-factors.ts';
import { payoutConfirmation } from './migrations/2026-11-24-payout-confirmation.ts';
import { securityEvents } from './migrations/2026-11-24-security-events.ts';
import { sessionAge } from './migrations/2026-11-24-session-age.ts';
import { tableSeals } from './migrations/2026-11-24-table-seals.ts';
import { trailingStops } from './migrations/2026-11-24-trailing-stops.ts';
import { alerts } from './migrations/2026-11-25-alerts.ts';
import { houseShards } from './migrations/2026-11-25-house-shards.ts';
import { numberedChanges } from './migrations/2026-11-25-numbered-changes.ts';
import { userFavourites } from './migrations/2026-11-25-user-favourites.ts';
import { whoDeals } from './migrations/2026-11-25-who-deals.ts';
import { push } from './migrations/2026-11-26-push.ts';
import { alertFirings } from './migrations/2026-11-27-alert-firings.ts';
import { orderPrices } from './migrations/2026-11-27-order-prices.ts';
import { alertPrices } from './migrations/2026-11-28-alert-prices.ts';
import { rateLimits } from './migrations/2026-11-29-rate-limits.ts';
import { marginCalls } from './migrations/2026-11-30-margin-calls.ts';
import { orderFills } from './migrations/2026-12-01-order-fills.ts';
import { codeTries } from './migrations/2026-12-02-code-tries.ts';
import { holderBroker } from './migrations/2026-12-02-holder-broker.ts';
import type { Db } from './schema.ts';

type Migrations = Readonly<Record<string, Migration>>;

/** In order of their names. Never change a landed migration; add another one. */
const MIGRATIONS: Migrations = {
  '2026-11-20-start': start,
  '2026-11-21-chat': chat,
  '2026-11-21-content': content,
  '2026-11-21-files': files,
  '2026-11-21-identity': identity,
  '2026-11-21-leaders': leaders,
  '2026-11-21-listings': listings,
  '2026-11-21-operator-log': operatorLog,
  '2026-11-21-payments': payments,
  '2026-11-21-people': people,
  '2026-11-24-chain': chain,
  '2026-11-24-code-senders': codeSenders,
  '2026-11-24-session-age': sessionAge,
  '2026-11-24-factors': factors,
  '2026-11-24-payout-confirmation': payoutConfirmation,
  '2026-11-24-security-events': securityEvents,
  '2026-11-24-trailing-stops': trailingStops,
  '2026-11-24-table-seals': tableSeals,
  '2026-11-25-alerts': alerts,
  '2026-11-25-house-shards': houseShards,
  '2026-11-25-numbered-changes': numberedChanges,
  '2026-11-25-user-favourites': userFavourites,
  '2026-11-25-who-deals': whoDeals,
  '2026-11-26-push': push,
  '2026-11-27-alert-firings': alertFirings,
  '2026-11-27-order-prices': orderPrices,
  '2026-11-28-alert-prices': alertPrices,
  '2026-11-29-rate-limits': rateLimits,
  '2026-11-30-margin-calls': marginCalls,
  '2026-12-01-order-fills': orderFills,
  '2026-12-02-code-tries': codeTries,
  '2026-12-02-holder-broker': holderBroker,
};

/**
 * Migrates the tables completely or not at all. @throws on failure, or if the database is newer than this
 * program
 */
export async function migrate(db: Db, migrations = MIGRATIONS): Promise<void> {
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  }).migrateToLatest();
  if (error !== undefined) throw explained(error);
}

/** Whether a database has been migrated to this version. */
export async function isUpToDate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db)
    .catch(() => ({ rows: [] }));
  const known = new Set(Object.keys(MIGRATIONS));
  return rows.length === known.size && rows.every(({ name }) => known.has(name));
}

/** Kysely reports an unknown migration as corruption. */
function explained(error: unknown): unknown {
  const unknown = error instanceof Error && /executed migration (\S+) is missing/.exec(error.message)?.[1];
  if (!unknown) return error;
  return new Error(`it was written by a later version of this program (${unknown})`, { cause: error });
}
