import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Db } from '../schema.ts';
import { timed } from './client.ts';

/** Advisory locks of this kind say who writes to a database: the letters PIPS. */
const KIND = 0x50_49_50_53;
const WRITING = 1;
const PRICING = 3;
const BEATING = 4;
const SPARE = 5;

/**
 * Who else may write to the database: nobody; other processes, which share the accounts with this one or deal for others; or
 * others, but none that makes prices.
 */
export type Sharing = 'sole' | 'people' | 'feed';

/** Which lock is held by whom; by nobody any more if it was just released. */
export interface Refusal {
  readonly key: number;
  readonly holders: readonly Holder[];
}

interface Lock {
  readonly key: number;
  readonly isShared: boolean;
}

const LOCKS: Readonly<Record<Sharing, readonly Lock[]>> = {
  sole: [{ key: WRITING, isShared: false }],
  people: [{ key: WRITING, isShared: true }],
  feed: [
    { key: WRITING, isShared: true },
    { key: PRICING, isShared: false },
  ],
};

const STARTED_AT = `to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** A session of the server, distinct from a later one that reuses its process number. */
export interface SessionName {
  readonly pid: number;
  readonly startedAt: string;
}

interface Holder extends SessionName {
  readonly application: string;
  readonly isShared: boolean;
}

export async function sessionName(client: Client): Promise<SessionName> {
  const { rows } = await client.query<{ pid: number; started_at: string }>(
    timed(`select pid, ${STARTED_AT} as started_at from pg_stat_activity where pid = pg_backend_pid()`),
  );
  const own = rows[0];
  if (own === undefined) throw new Error('the server does not list the own session');
  return { pid: own.pid, startedAt: own.started_at };
}

/** @returns undefined if this session now holds its locks, until it ends, however it ends; otherwise who is in the way */
export async function tryLock(client: Client, sharing: Sharing): Promise<Refusal | undefined> {
  for (const { key, isShared } of LOCKS[sharing]) {
    const { rows } = await client.query<{ taken: number }>(
      timed(`select pg_try_advisory_lock${isShared ? '_shared' : ''}($1, $2) as taken`, [KIND, key]),
    );
    if (rows[0]?.taken !== 1) return { key, holders: await holdersOf(client, key) };
  }
  return undefined;
}

async function holdersOf(client: Client, key: number): Promise<readonly Holder[]> {
  const { rows } = await client.query<{
    pid: number;
    application: string;
    started_at: string | null;
    mode: string;
  }>(
    timed(
      `select pid, application_name as application, ${STARTED_AT} as started_at, mode
         from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted
          and database = (select oid from pg_database where datname = current_database())
          and pid <> pg_backend_pid()
        order by backend_start`,
      [KIND, key],
    ),
  );
  return rows.map(({ pid, application, started_at, mode }) => ({
    pid,
    application,
    startedAt: started_at ?? '',
    isShared: mode === 'ShareLock',
  }));
}

/** Who is in the way, for a message; the server hides the start time from other roles. */
export function describeRefusal({ key, holders }: Refusal, sharing: Sharing): string {
  const names = holders.map(({ application, pid, startedAt }) => {
    const since = startedAt === '' ? '' : ` since ${startedAt}`;
    return `${application || `session ${pid}`}${since}`;
  });
  const who = names.length === 0 ? 'another process' : names.join(', ');
  if (key === PRICING) return `${who}, which makes its prices`;
  if (holders.some(({ isShared }) => isShared)) return `a cluster: ${who}`;
  return sharing === 'sole' ? who : `${who}, which holds it alone`;
}

/**
 * Ends a session of this process that the server still keeps although its connection is lost.
 * @returns whether it is still there
 */
export async function endSession(client: Client, { pid, startedAt }: SessionName): Promise<boolean> {
  const { rows } = await client.query(
    timed(`select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and ${STARTED_AT} = $2`, [
      pid,
      startedAt,
    ]),
  );
  return rows.length > 0;
}

/** A feed that has been silent for so long is taken to be stopped. */
export const FEED_LEASE_MS = 1_500;

/**
 * Call it on the writing session of a feed, at least every `FEED_LEASE_MS`: from the first time on others end the session once
 * it has been silent for so long. Before that it may be busy with its first history.
 */
export async function beatAsFeed(db: Db): Promise<void> {
  await sql`
    select pg_try_advisory_lock(${KIND}, ${BEATING}) where not exists (
      select from pg_locks where locktype = 'advisory' and classid = ${KIND} and objid = ${BEATING} and pid = pg_backend_pid())`.execute(
    db,
  );
}

/** Ends the session of a feed that beats no more, which takes its locks from it: a stopped process would keep them. */
export async function endSilentFeed(client: Client): Promise<void> {
  await client.query(
    timed(
      `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted
          and database = (select oid from pg_database where datname = current_database())
          and pid <> pg_backend_pid() and state <> 'active'
          and state_change < clock_timestamp() - $3 * interval '1 ms'`,
      [KIND, BEATING, FEED_LEASE_MS],
    ),
  );
}

/** Says whether this session, which waits for the lock of who makes prices, could make them. */
export async function offerPrices(client: Client, canMake: boolean): Promise<void> {
  const call = canMake ? 'pg_try_advisory_lock_shared' : 'pg_advisory_unlock_shared';
  await client.query(timed(`select ${call}($1, $2)`, [KIND, SPARE]));
}

/** Whether a process that could make the prices waits for the end of this one. */
export async function arePricesOffered(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select pid from pg_locks where locktype = 'advisory' and classid = ${KIND} and objid = ${SPARE} and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())
      and pid <> pg_backend_pid()`.execute(db);
  return rows.length > 0;
}

/** The sequence that counts openings. */
export const OPENINGS = 'opening';

/**
 * Changes whenever a process may have written meanwhile that shouldn't have: combines the number of times one opened the
 * database with the server's timeline, which a restored or promoted copy does not share.
 */
export async function ownership(client: Client, sharing: Sharing): Promise<string> {
  const { rows } = await client.query<{ mark: string }>(
    timed(
      `select coalesce((select next::text from sequences where name = $1), '') || '/' ||
              substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as mark`,
      // Others may open it beside this one.
      [sharing === 'sole' ? OPENINGS : ''],
    ),
  );
  return rows[0]?.mark ?? '';
}

/** Whether another process does the work of this one, which can wait for its end: making prices. */
export const isTaken = ({ key }: Refusal): boolean => key !== WRITING;
