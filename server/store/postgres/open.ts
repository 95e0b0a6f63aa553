import { sql } from 'kysely';
import { examineBooks, type LastRows } from '../../audit/audit.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../database.ts';
import { StoreError } from '../errors.ts';
import type { Findings } from '../first-check.ts';
import { migrate } from '../migrations.ts';
import { takeNumbers } from '../numbers.ts';
import { readAtOnce } from '../read-at-once.ts';
import type { Db } from '../schema.ts';
import { describeServer, reasonOf } from './client.ts';
import { portableColumns } from './columns.ts';
import { OPENINGS } from './lock.ts';
import { openReader } from './reader.ts';
import { openWriter, type Writer, type WriterOptions } from './writer.ts';

/** The advisory lock of who changes the tables: the letters MIGR. */
const MIGRATING = 0x4d494752;

/** The audit of all books reads every entry. */
const AUDIT_TIMEOUT_MS = 300_000;

/**
 * Opens a PostgreSQL database, and holds it until `close` against those with which it isn't shared.
 * @throws StoreError with a sentence for the operator: it is unreachable, in use, or of a later version
 */
export async function openPostgres(options: WriterOptions): Promise<Database> {
  const { server } = options;
  try {
    const writer = await openWriter(options);
    try {
      return await prepare(writer, options);
    } catch (error) {
      await writer.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(`The database ${describeServer(server)} cannot be opened: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

async function prepare(
  writer: Writer,
  { server, clock, patience: { answerMs: timeoutMs } }: WriterOptions,
): Promise<Database> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(writer.db);
  if (rows[0]?.server_encoding !== 'UTF8')
    throw new StoreError(`The database ${describeServer(server)} must be made with the encoding UTF8.`);
  await migrateAlone(writer.db);
  await takeNumbers(writer.db, OPENINGS, 1);
  await writer.watch();
  const limits = { connectMs: timeoutMs, isOpen: writer.isHeld };
  const reader = openReader(server, { ...limits, connections: 4, statementMs: timeoutMs });
  const apart = openReader(server, { ...limits, connections: 2, statementMs: timeoutMs, writes: true });
  const auditor = openReader(server, { ...limits, connections: 1, statementMs: AUDIT_TIMEOUT_MS });
  return {
    reader: reader.db,
    writer: writer.db,
    apart: apart.db,
    abortsOnError: true,
    isReachable: writer.isHeld,
    copies: undefined,
    // The server checks its own pages.
    examine: ({ isDealing, progress, against }) => ({
      found: examineAt(auditor.db, clock, isDealing, (all, upTo) =>
        examineBooks(all, { progress, upTo, against }),
      ),
      stop: () => undefined,
    }),
    async close() {
      await reader.close();
      await apart.close();
      await auditor.close();
      await writer.close();
    },
  };
}

/** A state is then known to be complete. */
const SETTLE_MS = 10_000;
const LOOK_MS = 20;

/**
 * Reads one state of the books, in which no row of a lower number than those that were there before can still be committed: after
 * the transactions have ended that ran when those were read. Where one goes on for long, the state is not returned; at a start, which
 * has no use for it, nobody waits.
 */
async function examineAt(
  db: Db,
  clock: Clock,
  isDealing: boolean,
  work: (all: Db, upTo: LastRows) => ReturnType<typeof examineBooks>,
): Promise<Findings> {
  const { rows } = await sql<LastRows & { next: string }>`
    select (select coalesce(max(id), 0) from postings) as postings, (select coalesce(max(id), 0) from order_events) as events,
      (select coalesce(max(seq), 0) from operator_steps) as steps,
      pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db);
  const { next = '0', ...upTo } = rows[0] ?? { postings: 0, events: 0, steps: 0 };
  const untilMs = clock.steady() + SETTLE_MS;
  let isSettled = false;
  while (isDealing && !isSettled && clock.steady() < untilMs) {
    const { rows: oldest } = await sql<{ running: string }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as running`.execute(db);
    isSettled = BigInt(oldest[0]?.running ?? 0) >= BigInt(next);
    if (!isSettled) await new Promise<void>((resolve) => clock.after(LOOK_MS, resolve));
  }
  const { breaks, state } = await readAtOnce(db, (all) => work(all, upTo));
  return { damage: undefined, breaks, state: isSettled ? state : undefined };
}

/** The roles of a cluster start together: the first one migrates, however long that takes, while the others wait. */
async function migrateAlone(db: Db): Promise<void> {
  const { rows } = await sql<{ lock_timeout: string }>`show lock_timeout`.execute(db);
  await sql`set lock_timeout = 0`.execute(db);
  await sql`select pg_advisory_lock(${MIGRATING}, 0)`.execute(db);
  await sql`select set_config('lock_timeout', ${rows[0]?.lock_timeout ?? '10s'}, false)`.execute(db);
  await migrate(db.withPlugin(portableColumns));
  await sql`select pg_advisory_unlock(${MIGRATING}, 0)`.execute(db);
}
