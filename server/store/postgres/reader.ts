import { Kysely, PostgresDialect } from 'kysely';
import { DatabaseError, Pool } from 'pg';
import type { Db, Schema } from '../schema.ts';
import type { PostgresServer } from '../settings.ts';
import { clientConfig, lend, prepareSession } from './client.ts';

const CONNECTIONS = 4;
/** The audit of all books is the longest query. */
const STATEMENT_TIMEOUT_MS = 300_000;
/** Longer than the server's own limit; needed when the network drops packets silently. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 10_000;

export interface Reader {
  readonly db: Db;
  close(): Promise<void>;
}

/**
 * Read-only connections that see committed data.
 * @param isOpen false while the writer is disconnected: its last commit may still be in progress
 */
export function openReader(server: PostgresServer, isOpen: () => boolean): Reader {
  const pool = new Pool({
    ...clientConfig(server),
    max: CONNECTIONS,
    query_timeout: ANSWER_TIMEOUT_MS,
    onConnect: (client) =>
      prepareSession(client, {
        default_transaction_read_only: 'on',
        statement_timeout: String(STATEMENT_TIMEOUT_MS),
      }),
  });
  // A broken connection rejects its running query; an idle one is replaced.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const connect = async () => {
    if (!isOpen()) throw new Error('the database cannot be reached at the moment');
    const client = await pool.connect();
    let broken = false;
    return lend(
      async (query) => {
        try {
          return await client.query(query);
        } catch (error) {
          broken ||= !(error instanceof DatabaseError);
          throw error;
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
