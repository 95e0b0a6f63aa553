import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderOf } from './programs.ts';
import type { Launched } from './supervisor.ts';
import { untilAnswer } from './waiting.ts';

/** The path of the broker's program; undefined if it is not installed. */
export function natsProgram(): string | undefined {
  const folder = folderOf('nats-server');
  return folder === undefined ? undefined : join(folder, 'nats-server');
}

interface NatsOptions {
  /** Default: any free one. */
  readonly port?: number | undefined;
  /** Ports at which the servers of one broker reach each other, its own first. Default: it is the only one. */
  readonly routes?: readonly number[];
  readonly detached?: boolean;
}

/** A server of a broker on 127.0.0.1. It says its `NATS_URL`. */
export function launchNats(
  program: string,
  { port = -1, routes: [own, ...others] = [], detached = false }: NatsOptions = {},
): Launched {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-nats-'));
  const address = (at: number) => `nats://127.0.0.1:${at}`;
  const reach = others.length === 0 ? [] : ['--routes', others.map(address).join(',')];
  const together =
    own === undefined ? [] : ['--cluster_name', 'pipstream', '--cluster', address(own), ...reach];
  const args = ['-a', '127.0.0.1', '-p', String(port), '--ports_file_dir', folder, ...together];
  const child = spawn(program, args, { detached, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = untilAnswer(child, async () => addressIn(folder));
  return { child, said: said.finally(() => rmSync(folder, { recursive: true, force: true })) };
}

/** From the file that the broker writes when it listens. */
function addressIn(folder: string): string {
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.ports'));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  const port = /"nats":\s*\[\s*"[a-z]+:\/\/[^"]*:(\d+)"/.exec(text)?.[1];
  if (port === undefined) throw new Error('it does not listen yet');
  return `nats://127.0.0.1:${port}`;
}
