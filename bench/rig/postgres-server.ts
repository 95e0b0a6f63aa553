import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { folderOf } from './engines.ts';
import { freePort, type Launched, untilAnswer } from './waiting.ts';

const USER = 'pipstream';

export const postgresFolder = (): string | undefined => folderOf('initdb', 'postgres');

export interface ProcessOwner {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: then it runs as its own user, or as nobody. */
export function postgresOwner(): ProcessOwner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('PostgreSQL needs a user that is not root');
}

/** Makes PostgreSQL's files in `data`; `passwordFile` holds the password of the user `pipstream`. */
export function initialise(
  programs: string,
  { data, passwordFile, owner }: { data: string; passwordFile: string; owner: ProcessOwner | undefined },
): void {
  const access = ['-U', USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  execFileSync(join(programs, 'initdb'), ['-D', data, ...access, '--no-locale', '-E', 'UTF8', '--no-sync'], {
    ...owner,
    cwd: join(data, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** A server of our own on a port of 127.0.0.1, which it keeps over its restarts. */
export async function ownPostgres(programs: string, folder: string) {
  const owner = postgresOwner();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [data, passwordFile] = [join(folder, 'data'), join(folder, 'password')];
  if (!existsSync(passwordFile))
    writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (owner !== undefined) for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);
  if (!existsSync(join(data, 'PG_VERSION'))) initialise(programs, { data, passwordFile, owner });
  const port = await freePort();
  const url = `postgres://${USER}:${readFileSync(passwordFile, 'utf8')}@127.0.0.1:${port}/postgres`;
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories='];
  return {
    url,
    launch(): Launched {
      const child = spawn(
        join(programs, 'postgres'),
        ['-D', data, ...settings.flatMap((one) => ['-c', one])],
        { ...owner, cwd: folder, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      return { child, said: untilAnswer(child, () => answersAt(url)) };
    },
  };
}

async function answersAt(url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.end();
  return url;
}
