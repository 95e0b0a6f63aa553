import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { folderOf } from './engines.ts';
import { type Launched, untilAnswer } from './waiting.ts';

/** The path of the broker's program; undefined if it is not installed. */
export function natsProgram(): string | undefined {
  const folder = folderOf('nats-server');
  return folder === undefined ? undefined : join(folder, 'nats-server');
}

/** The users of a broker, as in the file that the documents recommend, and those of its servers among each other. */
const USERS = ['feed', 'dealer', 'gateway', 'route'] as const;
type User = (typeof USERS)[number];
export type Passwords = Readonly<Record<User, string>>;

/** A word with a letter first is text in the broker's file, also where it comes from the environment. */
export const makePasswords = (): Passwords => {
  const one = () => `p${randomBytes(24).toString('hex')}`;
  return { feed: one(), dealer: one(), gateway: one(), route: one() };
};

/** `NATS_URL` of a role: that of the servers, with its user. */
export const urlFor = (
  role: Exclude<User, 'route'>,
  servers: readonly string[],
  passwords: Passwords,
): string => servers.map((url) => url.replace('//', `//${role}:${passwords[role]}@`)).join(',');

const USERS_FILE = 'nats-users.conf';
const usersFile = join(resolve(import.meta.dirname, '..', '..'), 'docs', 'operating', USERS_FILE);

interface NatsOptions {
  /** Default: any free one. */
  readonly port?: number | undefined;
  /** Ports at which the servers of one broker reach each other, its own first. Default: it is the only one. */
  readonly routes?: readonly number[];
  /** Default: it is open to everybody. */
  readonly passwords?: Passwords | undefined;
  readonly detached?: boolean;
}

/** A server of a broker on 127.0.0.1. It says its address, as a `NATS_URL` without a user. */
export function launchNats(
  program: string,
  { port = -1, routes = [], passwords, detached = false }: NatsOptions = {},
): Launched {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-nats-'));
  // No command line shows a password.
  const file = join(folder, 'nats.conf');
  writeFileSync(file, settingsOf(routes, passwords), { mode: 0o600 });
  if (passwords !== undefined) copyFileSync(usersFile, join(folder, USERS_FILE));
  const args = ['-c', file, '-a', '127.0.0.1', '-p', String(port), '--ports_file_dir', folder];
  const env = { ...process.env };
  for (const user of USERS)
    if (passwords !== undefined) env[`${user.toUpperCase()}_PASSWORD`] = passwords[user];
  const child = spawn(program, args, { detached, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const said = untilAnswer(child, async () => addressIn(folder));
  return { child, said: said.finally(() => rmSync(folder, { recursive: true, force: true })) };
}

/** The broker's file. @param routes as in `NatsOptions` */
function settingsOf([own, ...others]: readonly number[], passwords: Passwords | undefined): string {
  const access = passwords === undefined ? '' : `route:${passwords.route}@`;
  const reach = others.map((at) => JSON.stringify(`nats://${access}127.0.0.1:${at}`));
  const together = [
    'cluster {',
    `  name: pipstream, listen: "127.0.0.1:${own}", routes: [${reach.join(', ')}]`,
    ...(passwords === undefined ? [] : ['  authorization { user: route, password: $ROUTE_PASSWORD }']),
    '}',
  ];
  return [
    ...(passwords === undefined ? [] : [`include "${USERS_FILE}"`]),
    ...(own === undefined ? [] : together),
    '',
  ].join('\n');
}

/** From the file that the broker writes when it listens. */
function addressIn(folder: string): string {
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.ports'));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
  const port = /"nats":\s*\[\s*"[a-z]+:\/\/[^"]*:(\d+)"/.exec(text)?.[1];
  if (port === undefined) throw new Error('it does not listen yet');
  return `nats://127.0.0.1:${port}`;
}
