import { PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { TimestampMs } from '../../../shared/domain/time.ts';
import { SEALED, type SealedTable, sealRow } from '../../chain/row-seals.ts';
import type { Db } from '../schema.ts';
import { chainWhatIsStored } from './chain-what-is-stored.ts';
import { addColumns, index, table, uniqueIndex, withId } from './tables.ts';

const MAX_SESSION_AGE_MS = 90 * 86_400_000;

/** The tables and columns that release 0.2.0 added to those of 0.1.0. */
export const release020: Migration = {
  async up(db: Db) {
    await widenTables(db);
    await createChains(db);
    await createFactors(db);
    await createSecurityEvents(db);
    await createAlerts(db);
    await createPush(db);
    await createShards(db);
    await createRest(db);
    await endOldSessions(db);
    await confirmDestinations(db);
    await chainWhatIsStored(db);
    // A number is unique only after each row has its own.
    await uniqueIndex(db, 'replies_by_chain', 'replies', ['account_id', 'seq']);
    // After every change of a sealed row.
    await sealRows(db);
    await openHouseShards(db);
  },
};

async function widenTables(db: Db): Promise<void> {
  for (const on of ['postings', 'replies'])
    await addColumns(db, on, {
      seq: ['bigint', (column) => column.notNull().defaultTo(0)],
      hash: ['text', (column) => column.notNull().defaultTo('')],
    });
  await addColumns(db, 'orders', {
    seal: ['text', (column) => column.notNull().defaultTo('')],
    // The distance of a trailing stop, and the margin level of a stop out.
    trail_points: ['integer'],
    margin_level: ['integer'],
    // Which prices an order was decided on, where prices come from another process.
    prices_at: ['bigint'],
    // When an order that waited was filled. A fill without a fee leaves no other trace of its time.
    filled_at: ['bigint'],
  });
  await addColumns(db, 'draw_methods', { confirmed_at: ['bigint'], usable_at: ['bigint'] });
  // Who asked for a code and how it was sent, to limit both. Earlier sends count for their contact alone.
  await addColumns(db, 'code_sends', {
    address: ['text', (column) => column.notNull().defaultTo('')],
    channel: ['text', (column) => column.notNull().defaultTo('')],
  });
  await index(db, 'code_sends_by_address', 'code_sends', ['address', 'sent_at']);
  await index(db, 'code_sends_by_channel', 'code_sends', ['channel', 'sent_at']);
  // From which network a code was asked for, and the tries that all others have. Codes of before count every try as
  // that of the asker; they end within ten minutes.
  await addColumns(db, 'verification_codes', {
    address: ['text', (column) => column.notNull().defaultTo('')],
    other_tries_left: ['integer', (column) => column.notNull().defaultTo(0)],
  });
  // Finds the money of many accounts at once.
  await index(db, 'ledger_accounts_by_account', 'ledger_accounts', ['account_id']);
}

/** The ends of each account's chains, and seals for the rows of the tables that decide over money. */
async function createChains(db: Db): Promise<void> {
  await table(db, 'chain_heads')
    .addColumn('account_id', 'integer', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('postings', 'bigint', (column) => column.notNull())
    .addColumn('postings_hash', 'text', (column) => column.notNull())
    .addColumn('replies', 'bigint', (column) => column.notNull())
    .addColumn('replies_hash', 'text', (column) => column.notNull())
    .addColumn('replies_gone', 'bigint', (column) => column.notNull())
    .addColumn('replies_gone_hash', 'text', (column) => column.notNull())
    .addColumn('n', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await table(db, 'row_seals')
    .addColumn('of_table', 'text', (column) => column.notNull())
    .addColumn('row_key', 'text', (column) => column.notNull())
    .addColumn('seal', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('row_seals_key', ['of_table', 'row_key'])
    .execute();
}

/** The second factor of accounts: TOTP, passkeys, recovery codes. */
async function createFactors(db: Db): Promise<void> {
  await table(db, 'factor_totp')
    .addColumn('account_id', 'integer', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('secret', 'text')
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .addColumn('new_secret', 'text')
    .addColumn('new_until', 'bigint')
    .execute();
  await table(db, 'factor_passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('rp_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute();
  await index(db, 'factor_passkeys_by_account', 'factor_passkeys', ['account_id']);
  await table(db, 'factor_recovery_codes')
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .addPrimaryKeyConstraint('factor_recovery_codes_key', ['account_id', 'code_hash'])
    .execute();
  await table(db, 'factor_challenges')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await index(db, 'factor_challenges_by_account', 'factor_challenges', ['account_id']);
}

/** Without a reference to accounts: the log must not hinder anything. */
async function createSecurityEvents(db: Db): Promise<void> {
  await withId(table(db, 'security_events'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('account_id', 'integer')
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .execute();
  await index(db, 'security_events_by_account', 'security_events', ['account_id', 'id']);
  await index(db, 'security_events_by_kind', 'security_events', ['kind', 'id']);
  await index(db, 'security_events_by_age', 'security_events', ['at']);
}

/** Price alerts, and what they have told: that stays when the alert is deleted. */
async function createAlerts(db: Db): Promise<void> {
  await withId(table(db, 'alerts'))
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('instrument_id', 'integer', (column) => column.notNull())
    .addColumn('precision', 'integer', (column) => column.notNull())
    .addColumn('price', 'bigint')
    .addColumn('percent', 'integer')
    .addColumn('side', 'text', (column) => column.notNull())
    .addColumn('repeats', 'integer', (column) => column.notNull())
    .addColumn('is_on', 'integer', (column) => column.notNull())
    .addColumn('is_armed', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('fired_at', 'bigint')
    .addColumn('prices_at', 'bigint')
    .execute();
  await index(db, 'alerts_by_account', 'alerts', ['account_id', 'id']);
  await index(db, 'alerts_that_are_on', 'alerts', ['is_on', 'id']);
  await withId(table(db, 'alert_firings'))
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('instrument_id', 'integer', (column) => column.notNull())
    .addColumn('precision', 'integer', (column) => column.notNull())
    .addColumn('price', 'bigint')
    .addColumn('percent', 'integer')
    .addColumn('side', 'text', (column) => column.notNull())
    .addColumn('reached', 'bigint', (column) => column.notNull())
    .addColumn('fired_at', 'bigint', (column) => column.notNull())
    .execute();
  await index(db, 'alert_firings_by_account', 'alert_firings', ['account_id', 'id']);
}

/** Web Push: the devices of accounts, and what they want to be told. */
async function createPush(db: Db): Promise<void> {
  await withId(table(db, 'push_subscriptions'))
    .addColumn('endpoint', 'text', (column) => column.notNull().unique())
    .addColumn('session_id', 'text', (column) =>
      column.notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('account_id', 'integer', (column) => column.notNull().references('accounts.id'))
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await index(db, 'push_subscriptions_by_account', 'push_subscriptions', ['account_id', 'id']);
  await index(db, 'push_subscriptions_by_session', 'push_subscriptions', ['session_id']);
  const flags = table(db, 'push_settings').addColumn('account_id', 'integer', (column) =>
    column.primaryKey().references('accounts.id'),
  );
  await ['price_alerts', 'fills', 'stop_outs', 'margin_calls']
    .reduce((to, name) => to.addColumn(name, 'integer', (column) => column.notNull()), flags)
    .execute();
}

/** Who deals for each of the 64 parts of all accounts, and who does the chores (64). */
async function createShards(db: Db): Promise<void> {
  await table(db, 'shards')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('epoch', 'bigint', (column) => column.notNull())
    .addColumn('holder', 'text')
    .execute();
  await table(db, 'shard_holders')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('alive_until', 'bigint', (column) => column.notNull())
    .addColumn('pid', 'integer', (column) => column.notNull())
    .addColumn('backend_start', 'text', (column) => column.notNull())
    .addColumn('has_broker', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    with recursive ids (id) as (select 0 union all select id + 1 from ids where id < 64)
    insert into shards (id, epoch) select id, 0 from ids`.execute(db);
}

async function createRest(db: Db): Promise<void> {
  await table(db, 'favourites')
    .addColumn('account_id', 'integer', (column) => column.primaryKey().references('accounts.id'))
    .addColumn('ids', 'text', (column) => column.notNull())
    .execute();
  // Who is in a margin call: the process that deals for them next does not announce it again.
  await table(db, 'margin_calls')
    .addColumn('account_id', 'integer', (column) => column.primaryKey().references('accounts.id'))
    .execute();
  // Calls that are limited for all gateways together. A crash of the server may empty the table, which costs it no flush.
  const limits = table(db, 'rate_limits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('full_at', 'bigint', (column) => column.notNull());
  const isShared = db.getExecutor().adapter instanceof PostgresAdapter;
  await (isShared ? limits.modifyFront(sql`unlogged`) : limits).execute();
  await index(db, 'rate_limits_by_time', 'rate_limits', ['full_at']);
}

/** Sessions end at the age of 90 days. Those from before could be renewed without end: their expiry is moved. */
async function endOldSessions(db: Db): Promise<void> {
  const latest = sql<TimestampMs>`created_at + ${MAX_SESSION_AGE_MS}`;
  await db.updateTable('sessions').set({ expires_at: latest }).where('expires_at', '>', latest).execute();
}

/** Destinations of withdrawals are confirmed by a code. Those saved before this release count as confirmed. */
async function confirmDestinations(db: Db): Promise<void> {
  const savedAt = sql<TimestampMs>`created_at`;
  await db.updateTable('draw_methods').set({ confirmed_at: savedAt, usable_at: savedAt }).execute();
}

/** What is stored so far is taken as it is. */
async function sealRows(db: Db): Promise<void> {
  for (const name of Object.keys(SEALED) as SealedTable[]) {
    const key = sql.ref(SEALED[name]);
    const { rows } = await sql<{
      key: number | string;
    }>`select ${key} as key from ${sql.table(name)}`.execute(db);
    for (const row of rows) await sealRow(db, name, row.key);
  }
}

/** A row of the house for each of 64 shards of accounts. What it had before stays in the rows without a shard. */
async function openHouseShards(db: Db): Promise<void> {
  await sql`
    with recursive shards (shard) as (select 0 union all select shard + 1 from shards where shard < 63)
    insert into ledger_accounts (id, book, balance)
    select id || ':' || shard, book, 0 from ledger_accounts cross join shards where account_id is null
    on conflict (id) do nothing`.execute(db);
}
