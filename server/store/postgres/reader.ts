import { Kysely, PostgresDialect } from 'kysely';
import { DatabaseError, Pool } from 'pg';
import { isRefusedByDatabase, throwUnavailable, UnavailableError } from '../errors.ts';
import type { Db, Schema } from '../schema.ts';
import type { PostgresServer } from '../settings.ts';
import { clientConfig, lend, prepareSession } from './client.ts';

/** The network's time beyond the server's own limit; needed when it drops packets silently. */
const GRACE_MS = 500;

export interface ReaderOptions {
  readonly connections: number;
  /** For `Store.apart`. Default: false. */
  readonly writes?: boolean;
  /** Deadline of opening a connection, including the wait for a free one. */
  readonly connectMs: number;
  /** Deadline of one statement. */
  readonly statementMs: number;
  /** False while the writer is disconnected: its last commit may still be in progress. */
  readonly isOpen: () => boolean;
}

export interface Reader {
  readonly db: Db;
  close(): Promise<void>;
}

/** Connections that see committed data, read-only ones by default. A statement that gets no answer rejects with UnavailableError. */
export function openReader(
  server: PostgresServer,
  { connections, connectMs, statementMs, isOpen, writes = false }: ReaderOptions,
): Reader {
  const pool = new Pool({
    ...clientConfig(server, connectMs),
    max: connections,
    query_timeout: statementMs + GRACE_MS,
    onConnect: (client) =>
      prepareSession(client, {
        default_transaction_read_only: writes ? 'off' : 'on',
        statement_timeout: String(statementMs),
      }),
  });
  // A broken connection rejects its running query; an idle one is replaced.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const connect = async () => {
    if (!isOpen()) throw new UnavailableError('the database cannot be reached at the moment');
    const client = await pool.connect().catch(throwUnavailable);
    let broken = false;
    return lend(
      async (query) => {
        try {
          return await client.query(query);
        } catch (error) {
          const isAnswered = error instanceof DatabaseError;
          broken ||= !isAnswered;
          if (isAnswered && !isRefusedByDatabase(error)) throw error;
          return throwUnavailable(error);
        }
      },
      (isBroken) => client.release(broken || isBroken === true),
    );
  };
  return {
    db: new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: { connect, end: async () => undefined, options: {} } }),
    }),
    close: () => pool.end(),
  };
}
