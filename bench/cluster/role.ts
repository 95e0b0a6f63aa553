import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Launched } from '../rig/waiting.ts';
import type { Health } from './supervisor.ts';

const root = resolve(import.meta.dirname, '..', '..');
const HEALTH_TIMEOUT_MS = 1_000;
/** A role that waits is asked for its health as well. */
const LISTENS = /^Pipstream (?:is ready|waits) at (http[^\s]*\d)/;
/** Levels of the log that an operator should see; the others are in the log of a role that runs alone. */
const WARNINGS: ReadonlySet<unknown> = new Set(['error', 'fatal']);

interface Role {
  readonly kind: string;
  readonly name: string;
  /** The settings of all roles. */
  readonly settings: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** Shows a line of its log that an operator should see. */
  readonly report: (line: string) => void;
}

/** Where a role keeps what is its own. */
export const dataDirOf = (folder: string, name: string): string => join(folder, name.replace(' ', '-'));

/** Starts a role on the port that it had before, or on any free one; with Node's flags of this process. */
export function launchRole({ kind, name, settings, folder, report }: Role, address?: string): Launched {
  const dataDir = dataDirOf(folder, name);
  mkdirSync(dataDir, { recursive: true });
  const child = spawn(
    process.execPath,
    [...process.execArgv, join(root, 'server', 'main.ts'), `--role=${kind}`],
    {
      detached: true,
      env: {
        ...settings,
        PORT: address === undefined ? '0' : new URL(address).port,
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        NODE_NAME: name.replace(' ', '-'),
        LOG_FORMAT: 'json',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  return { child, said: readyAddress(child, (line) => report(`${name}: ${line}`)) };
}

async function readyAddress(child: ChildProcess, report: (line: string) => void): Promise<string> {
  const said = Promise.withResolvers<string>();
  let last = '';
  const read = (line: string) => {
    const { text, isWarning } = readLine(line);
    const url = LISTENS.exec(text)?.[1];
    if (url !== undefined) said.resolve(url);
    else if (isWarning && text !== '') {
      last = text;
      report(text);
    }
  };
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null) createInterface({ input: stream }).on('line', read);
  child.once('error', said.reject);
  once(child, 'close').then(
    ([code]) => said.reject(new Error(last === '' ? `it ends with status ${code}` : last)),
    said.reject,
  );
  return said.promise;
}

/** A line of the log, or one that was written before there was a log. */
export function readLine(line: string): { readonly text: string; readonly isWarning: boolean } {
  try {
    const entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
    // The last three are of a failed call.
    const said = ['msg', 'method', 'route', 'status'].flatMap((name) => entry[name] ?? []);
    const { message, reason } = (entry['err'] ?? {}) as Readonly<Record<string, unknown>>;
    const why = [message, reason].filter((one) => one !== undefined);
    const text = [said.join(' '), ...why].join(': ');
    return { text, isWarning: WARNINGS.has(entry['level']) };
  } catch {
    return { text: line, isWarning: true };
  }
}

/** @returns undefined without an answer */
export async function healthOf(url: string): Promise<Health | undefined> {
  try {
    const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) });
    const said = await answer.text();
    if (answer.status !== 200) return 'waiting';
    return said.includes('"degraded"') ? 'degraded' : 'ready';
  } catch {
    return undefined;
  }
}
