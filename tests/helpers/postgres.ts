import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, onTestFinished } from 'vitest';
import { folderOf } from '../../bench/rig/engines.ts';
import { areEnginesRequired } from './engines.ts';
import {
  binaries,
  type Cluster,
  connectionOf,
  createDatabase,
  query,
  ROLE,
  roleOn,
  startCluster,
  type Tls,
} from './postgres-server.ts';
import { TEMPLATE } from './shared-engines.ts';

const given = process.env['PIPSTREAM_TEST_DATABASE_URL'];

/** `npm test` leaves PostgreSQL to `npm run verify`. */
const isLeftOut = process.env['PIPSTREAM_TEST_DATABASES'] === 'embedded';

/** Why tests on PostgreSQL do not run; undefined if they can, or must. */
export const postgresMissing = isLeftOut
  ? 'tests on PostgreSQL run in npm run verify'
  : given === undefined && binaries === undefined && !areEnginesRequired
    ? 'no PostgreSQL here: neither its programs nor PIPSTREAM_TEST_DATABASE_URL'
    : undefined;
if (postgresMissing !== undefined && !isLeftOut) console.warn(`Skipped: ${postgresMissing}.`);

/** The path of one of PostgreSQL's programs; undefined if it is not installed. */
export function postgresProgram(name: string): string | undefined {
  const folder = folderOf(name);
  return folder === undefined ? undefined : join(folder, name);
}

export interface TestPostgres {
  /** The address of a new database with all tables, without rows of people, dropped at the end of the test. */
  database(): Promise<string>;
  /** As `database`, without a table. */
  emptyDatabase(): Promise<string>;
  /** Runs a statement as the server's owner, on a separate connection. */
  query(address: string, sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Ends the session that writes and holds the exchange's lock. */
  endWriter(address: string): Promise<void>;
  /** A session that gets the lock as soon as its holder loses it. */
  waitForLock(
    address: string,
    name: string,
  ): Promise<{ readonly client: Client; readonly taken: Promise<unknown> }>;
}

/** The key of the exchange's lock: the letters PIPS, and 1. */
const LOCK = [0x50495053, 1] as const;

/**
 * A PostgreSQL for the tests of the calling file or `describe`: the one of all tests of this run.
 * @param tls a server of its own that listens on 127.0.0.1 too, started on first use
 */
export function usePostgres(tls?: Tls): TestPostgres {
  let cluster: Promise<Cluster> | undefined;
  const root = async () => {
    if (tls === undefined) return given ?? sharedServer();
    cluster ??= startCluster(tls);
    return (await cluster).address;
  };
  /** The same database as the server's owner. */
  const asOwner = async (one: string) => {
    const url = new URL(await root());
    url.pathname = new URL(one).pathname;
    return url.href;
  };
  afterAll(async () => (await cluster)?.stop());
  const create = async (template?: string) => {
    const server = await root();
    const isOwn = given === undefined || tls !== undefined;
    const made = await createDatabase(server, isOwn ? { owner: ROLE, template } : {});
    const name = new URL(made).pathname.slice(1);
    onTestFinished(async () => void (await query(server, `drop database ${name} with (force)`)));
    return isOwn ? roleOn(made) : made;
  };
  return {
    database: () => create(given === undefined && tls === undefined ? TEMPLATE : undefined),
    emptyDatabase: () => create(),
    query: async (one, sql) => query(await asOwner(one), sql),
    async endWriter(one) {
      await query(
        await asOwner(one),
        `select pg_terminate_backend(pid) from pg_locks
          where locktype = 'advisory' and classid = ${LOCK[0]} and objid = ${LOCK[1]} and granted
            and database = (select oid from pg_database where datname = current_database())`,
      );
    },
    async waitForLock(one, name) {
      const client = new Client({ ...connectionOf(one), application_name: name });
      await client.connect();
      return { client, taken: client.query('select pg_advisory_lock($1, $2)', [...LOCK]) };
    },
  };
}

let shared: Promise<string> | undefined;

/** The server of this run, which starts when the first test asks. @returns the address of its owner */
function sharedServer(): Promise<string> {
  shared ??= askForServer();
  return shared;
}

async function askForServer(): Promise<string> {
  const path = process.env['PIPSTREAM_TEST_POSTGRES_SOCKET'];
  if (path === undefined) throw new Error('this run has no PostgreSQL: see tests/helpers/shared-engines.ts');
  const socket = connect(path).setEncoding('utf8');
  let said = '';
  socket.on('data', (text: string) => {
    said += text;
  });
  await once(socket, 'close');
  const { address, error }: { address?: string; error?: string } = JSON.parse(said);
  if (address === undefined) throw new Error(error);
  return address;
}
