import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, onTestFinished } from 'vitest';
import { initialise, postgresFolder, postgresOwner } from '../../scripts/cluster/postgres.ts';
import { folderOf } from '../../scripts/cluster/programs.ts';
import { readDatabase } from '../../server/config/database.ts';
import { createReader } from '../../server/config/reader.ts';
import type { DatabaseSettings, PostgresServer } from '../../server/store/settings.ts';
import { areEnginesRequired, installed } from './engines.ts';

const START_TIMEOUT_MS = 20_000;
const PASSWORD = 'a password / with signs';
/** The databases' owner: a role without further rights, as recommended for an exchange. */
const ROLE = 'trader';

const binaries = postgresFolder();
const given = process.env['PIPSTREAM_TEST_DATABASE_URL'];

/** Why tests on PostgreSQL cannot run here; undefined if they can, or must. */
export const postgresMissing =
  given === undefined && binaries === undefined && !areEnginesRequired
    ? 'no PostgreSQL here: neither its programs nor PIPSTREAM_TEST_DATABASE_URL'
    : undefined;
if (postgresMissing !== undefined) console.warn(`Skipped: ${postgresMissing}.`);

/** The path of one of PostgreSQL's programs; undefined if it is not installed. */
export function postgresProgram(name: string): string | undefined {
  const folder = folderOf(name);
  return folder === undefined ? undefined : join(folder, name);
}

export interface TestPostgres {
  /** The address of a new, empty database, dropped at the end of the test. */
  database(): Promise<string>;
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

let count = 0;

/** @returns the address of a new, empty database beside the given one */
export async function createDatabase(beside: string, owner?: string): Promise<string> {
  const name = `pipstream_test_${process.pid}_${count++}`;
  const whose = owner === undefined ? '' : ` owner ${owner}`;
  await query(beside, `create database ${name}${whose} template template0 encoding 'UTF8'`);
  const url = new URL(beside);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * A private PostgreSQL for the tests of the calling file or `describe`, started on first use.
 * @param tls listens on 127.0.0.1 too
 */
export function usePostgres(tls?: Tls): TestPostgres {
  let cluster: Promise<Cluster> | undefined;
  const root = async () => {
    if (given !== undefined && tls === undefined) return given;
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
  return {
    async database() {
      const owner = await root();
      const made = new URL(await createDatabase(owner, given === undefined ? ROLE : undefined));
      const name = made.pathname.slice(1);
      onTestFinished(async () => void (await query(owner, `drop database ${name} with (force)`)));
      if (given === undefined) made.username = ROLE;
      return made.href;
    },
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

function connectionOf(address: string) {
  const { host, port, database, user, password } = settingsOf(address).server;
  return { host, port, database, user, password };
}

/** The settings in an address, as the server parses them. */
export function settingsOf(address: string): DatabaseSettings & { kind: 'postgres'; server: PostgresServer } {
  const settings = readDatabase(createReader({ DATABASE_URL: address }));
  if (settings.kind !== 'postgres') throw new Error('no address');
  return settings;
}

async function query(address: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new Client(connectionOf(address));
  // Ending all sessions also ends the one that runs the statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** For connections over TCP; only PostgreSQL's user may read the files. */
export interface Tls {
  readonly port: number;
  readonly certificate: string;
  readonly key: string;
}

interface Cluster {
  readonly address: string;
  stop(): Promise<void>;
}

/** Listens on a socket in its own folder. Ends and removes its folder with this process, however that ends. */
async function startCluster(tls: Tls | undefined): Promise<Cluster> {
  const programs = installed(binaries, 'postgresql');
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-postgres-'));
  const owner = postgresOwner();
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, PASSWORD);
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  writeFileSync(certificate, tls?.certificate ?? '');
  writeFileSync(key, tls?.key ?? '', { mode: 0o600 });
  if (owner)
    for (const path of [folder, passwordFile, certificate, key]) chownSync(path, owner.uid, owner.gid);
  const data = join(folder, 'data');
  initialise(programs, { data, passwordFile, owner });
  const listen = tls
    ? [
        'listen_addresses=127.0.0.1',
        `port=${tls.port}`,
        'ssl=on',
        `ssl_cert_file=${certificate}`,
        `ssl_key_file=${key}`,
      ]
    : ['listen_addresses='];
  const options = ['-D', data, '-k', folder, ...[...listen, 'fsync=off'].flatMap((one) => ['-c', one])];
  const guard =
    'folder=$1; shift; "$@" & server=$!; read -r _; kill -INT $server; wait $server; rm -rf "$folder"';
  const child = spawn('sh', ['-c', guard, 'sh', folder, join(programs, 'postgres'), ...options], {
    ...owner,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const address = `postgres://pipstream:${encodeURIComponent(PASSWORD)}@localhost${tls ? `:${tls.port}` : ''}/postgres?host=${encodeURIComponent(folder)}`;
  try {
    await answering(address, child);
    await query(address, `create role ${ROLE} login password '${PASSWORD}'`);
  } catch (error) {
    child.stdin.end();
    throw error;
  }
  return {
    address,
    async stop() {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(address: string, child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      await query(address, 'select 1');
      return;
    } catch (error) {
      if (Date.now() > giveUpAt || child.exitCode !== null)
        throw new Error(`PostgreSQL does not start: ${said}`, { cause: error });
      await pause(50);
    }
  }
}
