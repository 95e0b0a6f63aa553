import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { enginePrograms } from '../../scripts/cluster/engines.ts';
import { natsProgram } from '../../scripts/cluster/nats.ts';
import { ownPostgres, postgresFolder } from '../../scripts/cluster/postgres.ts';
import { root } from '../../tests/architecture/sources.ts';
import { type Product, startProduct } from '../../tests/helpers/product.ts';
import { ROOMY } from '../../tests/helpers/roomy.ts';

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
  readonly pids: { readonly gateway: readonly number[] };
}

/**
 * The same exchange twice, on two databases of one PostgreSQL server.
 * @throws an Error that says what to install
 */
export async function openExchanges(): Promise<Exchanges> {
  const { postgres } = enginePrograms({}, { postgres: postgresFolder(), nats: natsProgram() });
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-scale-'));
  // PostgreSQL's user has to get through.
  chmodSync(folder, 0o711);
  let server: ChildProcess | undefined;
  let all: Product | undefined;
  let cluster: ChildProcess | undefined;
  const stop = async () => {
    await all?.stop();
    await ended(cluster, 'SIGTERM');
    await ended(server, 'SIGINT');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { url, launch } = await ownPostgres(postgres ?? '', join(folder, 'postgres'));
    const launched = launch();
    server = launched.child;
    await launched.said;
    const [one, other] = [await createDatabase(url, 'all'), await createDatabase(url, 'parts')];
    all = await startProduct({ DATABASE_URL: one });
    cluster = spawn(
      process.execPath,
      [...process.execArgv, join(root, 'scripts', 'cluster', 'main.ts'), '--json', ...ONE_OF_EACH],
      {
        env: { PATH: process.env['PATH'], ...ROOMY, DATABASE_URL: other },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const { gateways, pids } = await firstLine(cluster);
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

const ONE_OF_EACH = ['--gateways', '1', '--dealers', '1', '--feeds', '1'];

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

async function ended(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
}
