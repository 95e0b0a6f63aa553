import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { serverFlags } from '../../scripts/server-flags.mjs';
import { root } from '../../tests/architecture/sources.ts';
import { bareEnvironment } from '../../tests/helpers/bare-environment.ts';
import { type Product, startProduct } from '../../tests/helpers/product.ts';
import { ROOMY } from '../../tests/helpers/roomy.ts';
import { enginePrograms } from '../rig/engines.ts';
import { natsProgram } from '../rig/nats-server.ts';
import { ownPostgres, postgresFolder } from '../rig/postgres-server.ts';
import { endProgram } from '../server/processes.ts';

/** An exchange as its clients see it. */
export interface Served {
  readonly url: string;
  /** The process that answers them. */
  readonly pid: number;
}

interface Exchanges {
  /** Everything in one process. */
  readonly all: Served;
  /** A gateway, a dealer and a feed. */
  readonly parts: Served;
  stop(): Promise<void>;
}

/** The first line of `npm run cluster -- --json`. */
interface ClusterLine {
  readonly gateways: readonly string[];
  readonly pids: Readonly<Record<'gateway' | 'dealer' | 'feed' | 'nats' | 'postgres', readonly number[]>>;
}

/** Empty databases on a PostgreSQL server of its own. */
export interface Databases {
  /** @returns the address of a new one */
  create(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** @throws an Error that says what to install */
export async function openDatabases(): Promise<Databases> {
  const { postgres } = enginePrograms({}, { postgres: postgresFolder(), nats: natsProgram() });
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-scale-'));
  // PostgreSQL's user has to get through.
  chmodSync(folder, 0o711);
  let server: ChildProcess | undefined;
  const stop = async () => {
    if (server) await endProgram(server, 'SIGINT');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { url, launch } = await ownPostgres(postgres ?? '', join(folder, 'postgres'));
    const launched = launch();
    server = launched.child;
    await launched.said;
    return { create: (name) => createDatabase(url, name), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Parts extends ClusterLine {
  stop(): Promise<void>;
}

export type Counts = Readonly<Record<'gateways' | 'dealers' | 'feeds', number>>;

/** An exchange in parts. */
export async function openParts(
  database: string,
  { gateways, dealers, feeds }: Counts,
  settings: Readonly<Record<string, string>> = {},
): Promise<Parts> {
  const counts = [`--gateways=${gateways}`, `--dealers=${dealers}`, `--feeds=${feeds}`];
  const child = spawn(
    process.execPath,
    [...serverFlags(), join(root, 'bench', 'cluster', 'main.ts'), '--json', ...counts],
    {
      env: { ...bareEnvironment(), ...ROOMY, ...settings, DATABASE_URL: database },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const stop = () => endProgram(child, 'SIGTERM');
  try {
    return { ...(await firstLine(child)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Clients say which address they have. */
const BEHIND_CLIENTS = { TRUSTED_PROXIES: '127.0.0.1' };

/**
 * The same exchange twice, on two databases of one PostgreSQL server.
 * @throws an Error that says what to install
 */
export async function openExchanges(): Promise<Exchanges> {
  const databases = await openDatabases();
  let all: Product | undefined;
  let parts: Parts | undefined;
  const stop = async () => {
    await all?.stop();
    await parts?.stop();
    await databases.stop();
  };
  try {
    all = await startProduct({ ...BEHIND_CLIENTS, DATABASE_URL: await databases.create('all') });
    const counts = { gateways: 1, dealers: 1, feeds: 1 };
    parts = await openParts(await databases.create('parts'), counts, BEHIND_CLIENTS);
    const { gateways, pids } = parts;
    return {
      all: { url: all.url, pid: all.pid ?? Number.NaN },
      parts: { url: gateways[0] ?? '', pid: pids.gateway[0] ?? Number.NaN },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function createDatabase(url: string, name: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create database "${name}"`);
  await client.end();
  const its = new URL(url);
  its.pathname = `/${name}`;
  return its.href;
}

async function firstLine(child: ChildProcess): Promise<ClusterLine> {
  if (child.stdout === null) throw new Error('no output');
  const lines = createInterface({ input: child.stdout });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    once(child, 'exit').then(([code]) =>
      Promise.reject(new Error(`the cluster ended with ${code}: ${said}`)),
    ),
  ]);
  return JSON.parse(line);
}
