import type { Client } from 'pg';
import { timed } from './client.ts';

/** Key of the advisory lock that one exchange holds on its database: the letters PIPS, and a fixed number. */
const KEY = [0x50_49_50_53, 1] as const;
const STARTED_AT = `to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** A session of the server, distinct from a later one that reuses its process number. */
export interface SessionName {
  readonly pid: number;
  readonly startedAt: string;
}

interface Holder extends SessionName {
  readonly application: string;
}

export async function sessionName(client: Client): Promise<SessionName> {
  const { rows } = await client.query<{ pid: number; started_at: string }>(
    timed(`select pid, ${STARTED_AT} as started_at from pg_stat_activity where pid = pg_backend_pid()`),
  );
  const own = rows[0];
  if (own === undefined) throw new Error('the server does not list the own session');
  return { pid: own.pid, startedAt: own.started_at };
}

/** @returns whether this session now holds the lock; it is released when the session ends, however it ends */
export async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: number }>(
    timed('select pg_try_advisory_lock($1, $2) as taken', KEY),
  );
  return rows[0]?.taken === 1;
}

/** The holder of the lock; undefined if it was just released. */
export async function lockHolder(client: Client): Promise<Holder | undefined> {
  const { rows } = await client.query<{ pid: number; application: string; started_at: string | null }>(
    timed(
      `select pid, application_name as application, ${STARTED_AT} as started_at
         from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted
          and database = (select oid from pg_database where datname = current_database())`,
      KEY,
    ),
  );
  const row = rows[0];
  return row && { pid: row.pid, application: row.application, startedAt: row.started_at ?? '' };
}

/** For a message; the server hides the start time from other roles. */
export function describeHolder(holder: Holder | undefined): string {
  if (holder === undefined) return 'another process';
  const since = holder.startedAt === '' ? '' : ` since ${holder.startedAt}`;
  return `${holder.application || `session ${holder.pid}`}${since}`;
}

/** Ends a session of this process that the server still keeps although its connection is lost. */
export async function endSession(client: Client, { pid, startedAt }: SessionName): Promise<void> {
  await client.query(
    timed(`select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and ${STARTED_AT} = $2`, [
      pid,
      startedAt,
    ]),
  );
}

/**
 * Changes whenever another process may have written meanwhile: combines the number of times an exchange
 * opened the database with the server's timeline, which a restored or promoted copy does not share.
 */
export async function ownership(client: Client): Promise<string> {
  const { rows } = await client.query<{ mark: string }>(
    timed(
      `select coalesce((select next::text from sequences where name = $1), '') || '/' ||
              substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as mark`,
      [OPENINGS],
    ),
  );
  return rows[0]?.mark ?? '';
}

/** The sequence that counts openings. */
export const OPENINGS = 'opening';
