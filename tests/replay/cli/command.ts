import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runReplay } from '../../../replay/cli/run-replay.ts';
import { root } from '../../architecture/sources.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly said: string;
}

/** Runs the command line in this process. */
export async function replay(args: readonly string[]): Promise<Ran> {
  let [out, said] = ['', ''];
  const status = await runReplay(args, {
    async out(lines) {
      out += `${lines}\n`;
    },
    err(line) {
      said += `${line}\n`;
    },
  });
  return { status, out, said };
}

/**
 * Runs the command line as a process until it exits: for what belongs to one, as its folder, environment, memory and pipes.
 * `readsFirst`: its output is read only up to its first part.
 */
export async function replayProcess(
  args: readonly string[],
  how: {
    readonly cwd?: string;
    readonly node?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly readsFirst?: true;
  } = {},
): Promise<Ran> {
  const program = [...(how.node ?? []), join(root, 'replay', 'cli', 'main.ts'), ...args];
  const child = spawn(process.execPath, program, {
    cwd: how.cwd ?? root,
    env: { ...process.env, ...how.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const read = how.readsFirst ? firstPart(child.stdout) : text(child.stdout);
  const [out, said] = await Promise.all([read, text(child.stderr)]);
  return { status: await ended, out, said };
}

async function firstPart(from: Readable): Promise<string> {
  const [part] = await once(from, 'data');
  from.destroy();
  return String(part);
}

/** A file of a test, in its own folder. */
export function place(content: string | Buffer, name = 'a.jsonl'): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}
