import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { PostgresPoolClient } from 'kysely';
import {
  Client,
  type ClientBase,
  type ClientConfig,
  type CustomTypesConfig,
  type QueryConfig,
  types,
} from 'pg';
import { StoreError } from '../errors.ts';
import type { PostgresServer } from '../settings.ts';
import { storable } from '../storable.ts';

/** For the statements that open a session and take the lock. */
const SESSION_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 5_000;
/** This program has few distinct statements; the bound only stops a leak. */
const MAX_PREPARED = 256;
/** PostgreSQL truncates an application name to this length. */
const APPLICATION_NAME_MAX = 63;

/** The name of this process in the server's session list, for its operator and for a second process. */
const APPLICATION_NAME = `pipstream process ${process.pid} on ${hostname()}`.slice(0, APPLICATION_NAME_MAX);

/**
 * Settings of every session, independent of the server's defaults. Settings unknown to an older server are
 * skipped; a stronger commit guarantee than required is kept. Sessions of a lost machine time out soon, since
 * one of them holds the exchange's lock.
 */
const SESSION: Readonly<Record<string, string>> = {
  bytea_output: 'hex',
  client_connection_check_interval: '5s',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  lock_timeout: '10s',
  standard_conforming_strings: 'on',
  synchronous_commit: 'on',
  tcp_keepalives_count: '3',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
};

/**
 * @param timeoutMs for opening a connection
 * @throws StoreError if the authority's certificate cannot be read
 */
export function clientConfig(server: PostgresServer, timeoutMs: number): ClientConfig {
  const { host, port, database, user, password } = server;
  return {
    host,
    port,
    database,
    user,
    password,
    ssl: tlsOf(server),
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: STORED_TYPES,
  };
}

function tlsOf({ tls, authorityFile }: PostgresServer): ClientConfig['ssl'] {
  if (tls === 'disable') return false;
  if (authorityFile === undefined) return { rejectUnauthorized: tls === 'verify-full' };
  try {
    return { rejectUnauthorized: true, ca: readFileSync(authorityFile, 'utf8') };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The certificate that DATABASE_URL names cannot be read: ${reason}.`);
  }
}

/** A query with a deadline: on a network that drops packets silently no error ever arrives. */
export const timed = (text: string, values: readonly unknown[] = []) => ({
  text,
  values: [...values],
  query_timeout: SESSION_TIMEOUT_MS,
});

/** Applies the session settings; `more` overrides them. */
export async function prepareSession(
  client: ClientBase,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const wanted = { ...SESSION, ...more };
  await client.query(
    timed(
      `select set_config(name, value, false)
         from pg_settings join unnest($1::text[], $2::text[]) as wanted (name, value) using (name)
        where not (name = 'synchronous_commit' and setting = 'remote_apply')`,
      [Object.keys(wanted), Object.values(wanted)],
    ),
  );
}

/**
 * @returns a connected client with its settings applied, which sends each query at once. Calls `onEnd` once, with the
 * reason, when the connection ends.
 */
export async function connectClient(
  server: PostgresServer,
  timeoutMs: number,
  onEnd: (error: Error) => void,
): Promise<Client> {
  const client = new Client({ ...clientConfig(server, timeoutMs), pipeline: true });
  let ended = false;
  const end = (error: Error) => {
    if (ended) return;
    ended = true;
    onEnd(error);
  };
  client.on('error', end);
  client.on('end', () => end(new Error('the connection was closed')));
  await client.connect();
  try {
    await prepareSession(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  return client;
}

const held = new WeakSet<ClientBase>();

/**
 * Keeps back what a client sends until all that follows from the present event has been sent, too: the statements of a
 * batch then go in one system call, not in one each.
 */
export function sendTogether(client: Client): void {
  if (held.has(client)) return;
  held.add(client);
  const { stream } = client.connection;
  stream.cork();
  const release = () => {
    held.delete(client);
    stream.uncork();
  };
  // A tick that is asked for by a microtask comes when no microtask is left.
  process.nextTick(() => queueMicrotask(() => process.nextTick(release)));
}

const names = new Map<string, string>();

/** Gives the query a name, so that each connection parses and plans it only once. */
function preparedQuery(text: string, parameters: readonly unknown[]): QueryConfig {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_PREPARED) {
    name = `pipstream_${names.size}`;
    names.set(text, name);
  }
  return { text, values: parameters.map(bindable), ...(name === undefined ? {} : { name }) };
}

/** Kysely's migrator passes booleans; PostgreSQL itself rejects one for a column of ours. */
const bindable = (value: unknown) => (typeof value === 'boolean' ? value : storable(value));

type Query = (config: QueryConfig) => Promise<unknown>;

/** Adapts a connection to kysely's dialect. */
export const lend = (query: Query, release: (broken?: boolean) => void): PostgresPoolClient => ({
  // The other form, with a cursor, is for streams and needs a package that is not installed.
  query: ((text: string, parameters: readonly unknown[]) =>
    query(preparedQuery(text, parameters))) as PostgresPoolClient['query'],
  release,
});

/** The database's location for a message; without user and password. */
export const describeServer = ({ host, port, database }: PostgresServer): string =>
  host.startsWith('/') ? `${database} in ${host}` : `${database} at ${host}:${port}`;

/**
 * An error's message without its full stop. A host name with several addresses fails with one error for each.
 */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}

type Parser = (text: string) => unknown;

/** Type ids of PostgreSQL's catalogue, which never change. */
const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const NUMERIC = 1700;

/**
 * Values as the embedded database returns them: integers as numbers, flags as 0 and 1, bytes as a Uint8Array.
 */
const PARSERS: ReadonlyMap<number, Parser> = new Map<number, Parser>([
  [BOOL, (text) => (text === 't' ? 1 : 0)],
  [BYTEA, bytes],
  [INT8, whole],
  // The type of a sum of 64-bit integers.
  [NUMERIC, whole],
]);

/** For a client's `types`; changes no global parser. */
const STORED_TYPES: CustomTypesConfig = {
  getTypeParser: (type: number) => PARSERS.get(type) ?? types.getTypeParser(type),
};

/** @throws RangeError for an integer beyond the exact range, rather than return a wrong one */
function whole(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no whole number below 2^53`);
  return value;
}

/** Parses `\x00ff…`, the default format of all supported servers. */
function bytes(text: string): Uint8Array {
  if (!text.startsWith('\\x')) throw new TypeError('bytea_output must be hex');
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}
