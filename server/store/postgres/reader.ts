import { Kysely, PostgresDialect } from 'kysely';
import { DatabaseError, Pool } from 'pg';
import type { Db, Schema } from '../schema.ts';
import type { PostgresServer } from '../settings.ts';
import { clientConfig, lend, prepareSession } from './client.ts';

const CONNECTIONS = 4;
/** Looking through all the books takes longest. */
const STATEMENT_TIMEOUT_MS = 300_000;
/** Beyond the server's own limit: for a network that swallows everything. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 10_000;

export interface Reader {
  readonly db: Db;
  close(): Promise<void>;
}

/**
 * Connections that only read, and see what is committed.
 * @param isOpen whether what they would see is settled: while the writer is lost its last commit may still be under way
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
  // Whoever uses a connection that breaks hears of it by his query; an idle one is replaced.
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
