import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Bus } from '../../server/bus/bus.ts';
import { connectNats, type NatsDeps } from '../../server/bus/nats.ts';
import { systemClock } from '../../server/clock.ts';
import { areEnginesRequired, engineFolders, isThere } from './engines.ts';

const START_TIMEOUT_MS = 60_000;

const program = engineFolders()
  .map((folder) => join(folder, 'nats-server'))
  .find(isThere);

/** Why tests with a broker cannot run here; undefined if they can, or must. */
export const natsMissing =
  program === undefined && !areEnginesRequired ? 'no nats-server here: it is not installed' : undefined;
if (natsMissing !== undefined) console.warn(`Skipped: ${natsMissing}.`);

export interface TestBroker {
  readonly port: number;
  /** `NATS_URL` */
  readonly url: string;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
}

/** A broker on a free port of 127.0.0.1, ended with the test. */
export async function startBroker(): Promise<TestBroker> {
  let running = await start(-1);
  const { port } = running;
  const kill = async () => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(kill);
  return {
    port,
    url: `nats://127.0.0.1:${port}`,
    kill,
    async restart() {
      running = await start(port);
    },
  };
}

interface BusOptions extends Partial<Pick<NatsDeps, 'report' | 'onAway'>> {
  readonly prefix?: string;
}

/** A bus through the broker, closed with the test. */
export async function busOf(
  { port }: TestBroker,
  { prefix = 'ps.test', report = () => undefined, onAway = () => undefined }: BusOptions = {},
): Promise<Bus> {
  const servers = [`127.0.0.1:${port}`];
  const settings = { servers, tls: false, user: undefined, password: undefined, prefix };
  const bus = await connectNats({ settings, name: 'test', clock: systemClock, report, onAway });
  onTestFinished(() => bus.close());
  return bus;
}

async function start(wanted: number): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  if (program === undefined) throw new Error('nats-server is not installed');
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-nats-'));
  const args = ['-a', '127.0.0.1', '-p', String(wanted), '--ports_file_dir', folder];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  try {
    for (;;) {
      const port = portIn(folder);
      if (port !== undefined) return { child, port };
      if (Date.now() > giveUpAt || child.exitCode !== null)
        throw new Error(`nats-server does not start: ${said}`);
      await pause(20);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From the file that the broker writes when it listens. */
function portIn(folder: string): number | undefined {
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.ports'));
  const address =
    file && /"nats":\s*\[\s*"[a-z]+:\/\/[^"]*:(\d+)"/.exec(readFileSync(join(folder, file), 'utf8'));
  return address ? Number(address[1]) : undefined;
}
