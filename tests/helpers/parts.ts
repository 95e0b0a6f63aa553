import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFailed, onTestFinished } from 'vitest';
import { simulatedEntries } from '../../server/catalogue/catalogue.ts';
import { systemClock } from '../../server/clock.ts';
import { SHARDS } from '../../server/cluster/shards.ts';
import { createBoard } from '../../server/feed/board.ts';
import { memoryCandleStore } from '../../server/feed/candle-store.ts';
import { createPublisher } from '../../server/feed/remote/publisher.ts';
import { root } from '../architecture/sources.ts';
import { bareEnvironment } from './bare-environment.ts';
import { busOf, type TestBroker } from './nats.ts';
import type { TestPostgres } from './postgres.ts';
import { ROOMY } from './roomy.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** For processes that start, and for what they do after a fault. */
export const PATIENT = { timeout: 120_000, interval: 100 };

type Role = 'feed' | 'dealer' | 'gateway';

const METRICS_TOKEN = 'a-token-for-the-metrics-of-all-parts';
/** For a request to `/metrics` of a part. */
export const READS_METRICS = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } };

/**
 * Where no part fails: on a busy machine a dealer that stands still for half a minute would otherwise lose its shards and exit,
 * and a call that waits for the disk be refused.
 */
export const ALL_LIVE = { DEALER_LEASE_MS: '60000', DATABASE_TIMEOUT_MS: '30000' } as const;

/** Signs of what a part has said, printed when its test fails. */
const LAST_WORDS = 4_000;

/** The programs of the exchange on one database and broker, ended with the test. */
export function exchangeOf(
  database: string,
  broker: string | ((role: Role) => string),
  settings: Readonly<Record<string, string>> = {},
) {
  const shared = { KEYS_DIR: temporaryFolder(), SHARED_DIR: temporaryFolder() };
  return (role: Role) => {
    const program =
      role === 'gateway' ? join(root, 'tests/helpers/programs/serve.ts') : join(root, 'server', 'main.ts');
    const dataDir = temporaryFolder();
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      cwd: temporaryFolder(),
      env: {
        ...bareEnvironment(),
        PORT: '0',
        ROLE: role,
        DATA_DIR: dataDir,
        DATABASE_URL: database,
        NATS_URL: typeof broker === 'string' ? broker : broker(role),
        LOG_FORMAT: 'text',
        DRAIN_MS: '1000',
        // On a busy machine a dealer may stand still for a while, and must not be taken over for it.
        DEALER_LEASE_MS: '6000',
        METRICS_TOKEN,
        ...shared,
        ...ROOMY,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const exit = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    onTestFailed(() => console.error(`${role} ${child.pid} said at last:\n${said.slice(-LAST_WORDS)}`));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    return {
      pid: child.pid,
      dataDir,
      said: () => said,
      async port() {
        await expect.poll(() => said, PATIENT).toMatch(/ready (?:at )?http:\/\/127\.0\.0\.1:\d+/);
        return Number(/127\.0\.0\.1:(\d+)/.exec(said.slice(said.indexOf('ready ')))?.[1]);
      },
      send: (signal: NodeJS.Signals) => child.kill(signal),
      exit,
      async end(signal: 'SIGKILL' | 'SIGTERM') {
        child.kill(signal);
        await exit;
      },
    };
  };
}

/** Waits until the dealers share all shards evenly. @returns the process that holds each */
export async function holders(
  postgres: TestPostgres,
  database: string,
  dealers: number,
): Promise<readonly number[]> {
  let pids: readonly number[] = [];
  await expect
    .poll(async () => {
      const rows = await postgres.query(
        database,
        'select holder from shards where id < 64 and holder is not null order by id',
      );
      pids = rows.map(({ holder }) => Number(String(holder).split(' ')[1]));
      return [...Map.groupBy(pids, (pid) => pid).values()].map(({ length }) => length);
    }, PATIENT)
    .toEqual(Array.from({ length: dealers }, () => SHARDS / dealers));
  return pids;
}

/** Traded around the clock. */
export const BITCOIN = 401;

/** A feed in this process, which quotes of bitcoin what the test says, in points. */
export async function scriptedFeed(broker: TestBroker) {
  const entries = simulatedEntries(0);
  const board = createBoard(entries, memoryCandleStore(), 'of-margin');
  const at = entries.findIndex(({ id }) => id === BITCOIN);
  const tick = (points: number) => board.take(at, systemClock.now(), points);
  for (const [one] of entries.entries()) board.take(one, systemClock.now(), 1_000_000);
  board.setState(at, { status: 'open' });
  const bus = await busOf(broker, { prefix: 'ps.main' });
  const publisher = createPublisher({ board, bus, clock: systemClock, epoch: 1 });
  publisher.start();
  onTestFinished(() => publisher.stop());
  return { tick, flush: bus.flush };
}
