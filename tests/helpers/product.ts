import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../bench/rig/waiting.ts';
import { serverEnvironment, serverFlags } from '../../scripts/server-flags.mjs';
import { root } from '../architecture/sources.ts';
import { putDatabase } from './data-folder.ts';
import { ROOMY } from './roomy.ts';

export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** The id of the current process. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
  /** Kills it, and starts it again on the same port and data. */
  crashAndRestart(): Promise<void>;
}

/** Tests that crash leave no exchange behind. */
const END_WITH_PARENT = pathToFileURL(join(import.meta.dirname, 'programs/end-with-parent.ts')).href;

/** Starts the product with the README's command, on a free port and its own data. */
export async function startProduct(settings: Readonly<Record<string, string>> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pipstream-'));
  putDatabase(dataDir);
  const port = await freePort();
  // Simulated prices move at weekends too; recorded ones as they are played.
  const hours = settings['FEED'] === undefined ? { FEED_HOURS: 'always' } : {};
  const launch = () => launchOn({ PORT: String(port), DATA_DIR: dataDir, ...ROOMY, ...hours, ...settings });
  let running = await launch();
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    get pid() {
      return running.pid;
    },
    async stop() {
      await end(running, 'SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
    async crashAndRestart() {
      await end(running, 'SIGKILL');
      running = await launch();
    },
  };
}

async function launchOn(settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const flags = [...serverFlags(), '--import', END_WITH_PARENT];
  const child = spawn(process.execPath, [...flags, 'server/main.ts'], {
    cwd: root,
    // A disk that writes back what was installed before can keep a database waiting for longer than usual.
    env: { ...serverEnvironment(), DATABASE_TIMEOUT_MS: '30000', ...settings },
    stdio: 'pipe',
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes(`:${settings['PORT']}`)) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`the product ended with ${code}: ${said}`)));
  });
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
