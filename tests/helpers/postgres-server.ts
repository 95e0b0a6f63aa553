import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { initialise, postgresFolder, postgresOwner } from '../../bench/rig/postgres-server.ts';
import { readDatabase } from '../../server/config/database.ts';
import { createReader } from '../../server/config/setting-reader.ts';
import type { DatabaseSettings, PostgresServer } from '../../server/store/settings.ts';
import { installed } from './engines.ts';

const START_TIMEOUT_MS = 20_000;
const PASSWORD = 'a password / with signs';
/** The databases' owner: a role without further rights, as recommended for an exchange. */
export const ROLE = 'trader';

/** The folder of PostgreSQL's programs; undefined if it is not installed. */
export const binaries = postgresFolder();

let count = 0;

interface NewDatabase {
  /** Default: who connects. */
  readonly owner?: string | undefined;
  /** A database whose tables and rows are copied. Default: an empty one. */
  readonly template?: string | undefined;
  /** Default: a name that no other test uses. */
  readonly name?: string | undefined;
}

/** @returns the address of a new database beside the given one */
export async function createDatabase(beside: string, how: NewDatabase = {}): Promise<string> {
  const { owner, template = 'template0', name = `pipstream_test_${process.pid}_${count++}` } = how;
  const whose = owner === undefined ? '' : ` owner ${owner}`;
  await query(beside, `create database ${name}${whose} template ${template} encoding 'UTF8'`);
  const url = new URL(beside);
  url.pathname = `/${name}`;
  return url.href;
}

/** The same database as the role without further rights. */
export function roleOn(address: string): string {
  const url = new URL(address);
  url.username = ROLE;
  return url.href;
}

export function connectionOf(address: string) {
  const { host, port, database, user, password } = settingsOf(address).server;
  return { host, port, database, user, password };
}

/** The settings in an address, as the server parses them. */
export function settingsOf(address: string): DatabaseSettings & { kind: 'postgres'; server: PostgresServer } {
  const settings = readDatabase(createReader({ DATABASE_URL: address }));
  if (settings.kind !== 'postgres') throw new Error('no address');
  return settings;
}

export async function query(address: string, sql: string): Promise<readonly Record<string, unknown>[]> {
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

export interface Cluster {
  readonly address: string;
  stop(): Promise<void>;
}

/** Listens on a socket in its own folder. Ends and removes its folder with this process, however that ends. */
export async function startCluster(tls: Tls | undefined): Promise<Cluster> {
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
  const options = [
    '-D',
    data,
    '-k',
    folder,
    ...[...listen, 'fsync=off', 'max_connections=400'].flatMap((one) => ['-c', one]),
  ];
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
