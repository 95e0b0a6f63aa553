import { sql } from 'kysely';
import type { Db } from '../store/schema.ts';

/*
 * Who deals for which shard, as the database knows it. All of it runs on the writing session of a holder: whoever takes its
 * shards ends that session first, for a stopped process would keep its locks.
 */

const NOW_MS = sql<number>`floor(extract(epoch from clock_timestamp()) * 1000)`;
/** Since when this process has reached the database. */
const REACHED_MS = sql<number>`(select extract(epoch from backend_start) * 1000 from pg_stat_activity where pid = pg_backend_pid())`;
const IS_OF_EARLIER_SERVER = sql<boolean>`h.backend_start::timestamptz < pg_postmaster_start_time()`;
const STARTED_AT = sql<string>`to_char(a.backend_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

interface Terms {
  /** Of this process, and of no other one. */
  readonly holder: string;
  readonly leaseMs: number;
  /** Whether it has the broker. */
  readonly hasBroker: boolean;
}

interface Shard {
  readonly id: number;
  readonly epoch: number;
  /** Null after it was given back. */
  readonly holder: string | null;
  readonly isHeld: boolean;
}

export interface Look {
  readonly shards: readonly Shard[];
  /** Names of the processes that are alive, this one included. */
  readonly alive: readonly string[];
  /** Those of them that had the broker at their last beat. */
  readonly connected: readonly string[];
  readonly dead: readonly string[];
}

/** Renews the lease: nobody takes the shards of this process for `leaseMs`. Also stores which session is its writing one now. */
export async function beat(db: Db, { holder, leaseMs, hasBroker }: Terms): Promise<void> {
  await sql`
    insert into shard_holders (name, alive_until, pid, backend_start, has_broker)
    select ${holder}, ${NOW_MS} + ${leaseMs}::bigint, a.pid, ${STARTED_AT}, ${hasBroker ? 1 : 0}::int
      from pg_stat_activity a where a.pid = pg_backend_pid()
    on conflict (name) do update set alive_until = excluded.alive_until, pid = excluded.pid,
      backend_start = excluded.backend_start, has_broker = excluded.has_broker`.execute(db);
}

/**
 * A holder is alive while it beats. It is not when its session has ended, other than by a restart of the server; after
 * such a restart it has the time of a lease for coming back, from when this process did.
 */
export async function look(db: Db, leaseMs: number): Promise<Look> {
  const { rows: holders } = await sql<{ name: string; has_broker: number; is_alive: number }>`
    select h.name, h.has_broker,
           case when ${IS_OF_EARLIER_SERVER} then greatest(h.alive_until, ${REACHED_MS} + ${leaseMs}::bigint) >= ${NOW_MS}
                else h.alive_until >= ${NOW_MS} and a.pid is not null end as is_alive
      from shard_holders h
      left join pg_stat_activity a on a.pid = h.pid and ${STARTED_AT} = h.backend_start
     order by h.name`.execute(db);
  const { alive = [], dead = [] } = Object.groupBy(holders, (one) => (one.is_alive === 1 ? 'alive' : 'dead'));
  const names = new Set(alive.map(({ name }) => name));
  const rows = await db.selectFrom('shards').select(['id', 'epoch', 'holder']).orderBy('id').execute();
  return {
    shards: rows.map((row) => ({ ...row, isHeld: row.holder !== null && names.has(row.holder) })),
    alive: [...names],
    connected: alive.filter(({ has_broker }) => has_broker === 1).map(({ name }) => name),
    dead: dead.map(({ name }) => name),
  };
}

/** Ends the writing sessions of those that are not alive, which takes their locks from them. */
export async function endHolders(db: Db, dead: readonly string[]): Promise<void> {
  if (dead.length === 0) return;
  await sql`
    select pg_terminate_backend(a.pid) from shard_holders h
      join pg_stat_activity a on a.pid = h.pid and ${STARTED_AT} = h.backend_start
     where h.name = any(${listOf(dead)}::text[]) and a.pid <> pg_backend_pid()`.execute(db);
  await db.deleteFrom('shard_holders').where('name', 'in', dead).execute();
}

/**
 * Waits for transactions that have checked the epoch of a holder before.
 * @returns the new epochs, once committed, of those that no other process has taken meanwhile
 */
export async function takeShards(
  db: Db,
  holder: string,
  shards: readonly Pick<Shard, 'id' | 'epoch'>[],
): Promise<ReadonlyMap<number, number>> {
  // All takers lock in the same order, so that no two wait for each other.
  const { rows } = await sql<{ id: number; epoch: number }>`
    with found as (
      select s.id from shards s
        join unnest(${listOf(shards.map(({ id }) => id))}::int[], ${listOf(shards.map(({ epoch }) => epoch))}::bigint[])
          as wanted (id, epoch) on wanted.id = s.id and wanted.epoch = s.epoch
       order by s.id for update of s)
    update shards set epoch = shards.epoch + 1, holder = ${holder} from found where shards.id = found.id
    returning shards.id, shards.epoch`.execute(db);
  return new Map(rows.map(({ id, epoch }) => [id, epoch]));
}

/** The next holder need not wait. */
async function giveBack(db: Db, holder: string, shards: readonly number[]): Promise<void> {
  if (shards.length === 0) return;
  await db
    .updateTable('shards')
    .set({ holder: null })
    .where('holder', '=', holder)
    .where('id', 'in', shards)
    .execute();
}

/** It holds nothing any more. */
async function leave(db: Db, holder: string): Promise<void> {
  await db.updateTable('shards').set({ holder: null }).where('holder', '=', holder).execute();
  await db.deleteFrom('shard_holders').where('name', '=', holder).execute();
}

/** What a holder reads and writes of leases and shards, in transactions. */
export const LEASE_ROWS = { beat, look, endHolders, takeShards, giveBack, leave };
export type LeaseRows = typeof LEASE_ROWS;

/** As PostgreSQL writes an array; the values have neither quotes nor backslashes. */
const listOf = (values: readonly (string | number)[]): string =>
  `{${values.map((value) => (typeof value === 'number' ? value : `"${value}"`)).join(',')}}`;
