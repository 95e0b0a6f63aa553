import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import type { RouteShape } from '../../../shared/contract/routes.ts';
import { sessionRoutes } from '../../../shared/contract/session.ts';
import { SOCKET_PATH } from '../../../shared/contract/socket.ts';
import { printFigure } from '../print-figure.ts';

interface ContractCheck {
  /** Addresses of the gateways; at least two. */
  readonly origins: readonly string[];
  /** `DATA_DIR` of a dealer, which takes the operator's steps. */
  readonly operatorsDir: string;
  readonly report: (line: string) => void;
}

type Values = Readonly<Record<string, string | number>>;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const DONE = 1;
const SESSION_ENDED = 999;
const ANSWER_MS = 10_000;
const LOGOUTS = 200;
/** Sessions that are ended, each of an account of its own: the number of sessions of one account is limited. */
const AT_ONCE = 10;
/** The time within which a socket must be silenced after its session has ended. */
const SILENT_WITHIN_MS = 1_000;
/** How long the check waits for that; a later end is a failure in any case. */
const SILENT_AFTER_ALL_MS = 2_000;

/** Rate limits that let one address act as all users of the walk. */
export const WALKED_BY_ONE_ADDRESS = {
  DEMO_ACCOUNTS_PER_ADDRESS: '100000',
  CODES_BEFORE_CAPTCHA: '100000',
  CODES_PER_ADDRESS: '100000',
};

/**
 * Sends every call of the contract, with the writes on one gateway and the reads on another; then ends sessions on one whose
 * sockets are on another. Prints its figures. The exchange must play `writeTape`, within `WALKED_BY_ONE_ADDRESS`.
 * @returns whether every answer is as the contract says, and every socket was silenced in time
 */
export async function checkContract({ origins, operatorsDir, report }: ContractCheck): Promise<boolean> {
  const [one, other] = origins;
  if (one === undefined || other === undefined) throw new Error('--check needs at least two gateways.');
  const isRight = await walkAllCalls(origins, operatorsDir);
  report(isRight ? 'every call is answered as in the contract' : 'calls are answered wrong, see above');
  const waits = await logouts(one, other);
  const inTime = waits.filter((ms) => ms <= SILENT_WITHIN_MS).length;
  report(
    `${inTime} of ${LOGOUTS} sockets were silenced within ${SILENT_WITHIN_MS} ms, the slowest after ${Math.max(...waits)} ms`,
  );
  const isPassed = isRight && inTime === LOGOUTS;
  const text = `${isRight ? 'none' : 'some'} answered wrong; ${inTime} of ${LOGOUTS} silenced in time, the slowest after ${Math.max(...waits)} ms`;
  await printFigure({ id: 'S3', text, isMet: isPassed }, report);
  return isPassed;
}

/** The test of one process and of its own cluster, on this one. Its output goes to standard error. */
async function walkAllCalls(origins: readonly string[], operatorsDir: string): Promise<boolean> {
  const ports = origins.map((origin) => Number(new URL(origin).port));
  const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--project', 'node', 'tests/cluster/contract.test.ts'],
    {
      cwd: root,
      env: { ...process.env, PIPSTREAM_TEST_EXCHANGE: JSON.stringify({ ports, operatorsDir }) },
      stdio: ['ignore', process.stderr, process.stderr],
    },
  );
  const [status] = await once(child, 'exit');
  return status === 0;
}

async function ask(origin: string, { method, path }: RouteShape, values: Values, token = '') {
  const form = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const isPost = method === 'POST';
  const response = await fetch(`${origin}${path}${isPost || form.size === 0 ? '' : `?${form}`}`, {
    method,
    ...(isPost ? { body: form } : {}),
    headers: token === '' ? {} : { authorization: token },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return (await response.json()) as { readonly code: number; readonly data: unknown };
}

async function newDemo(origin: string): Promise<string> {
  const { data } = await ask(origin, sessionRoutes.createDemoAccount, {});
  return (data as { readonly demo_id: string }).demo_id;
}

async function login(origin: string, demo_id: string): Promise<string> {
  const { data } = await ask(origin, sessionRoutes.login, { demo_id });
  return (data as { readonly token: string }).token;
}

/** @returns how long each socket on the other gateway took to be silenced, ms; infinite if it was not */
async function logouts(one: string, other: string): Promise<readonly number[]> {
  const waits: number[] = [];
  const lane = async () => {
    const demo = await newDemo(one);
    for (let done = 0; done < LOGOUTS / AT_ONCE; done++) waits.push(await logout(one, other, demo));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return waits;
}

async function logout(one: string, other: string, demo: string): Promise<number> {
  const token = await login(one, demo);
  const socket = new WebSocket(`${other.replace('http', 'ws')}${SOCKET_PATH}`);
  const acknowledged = (code: number, withinMs: number) =>
    new Promise<boolean>((resolve) => {
      const timeout = setTimeout(() => resolve(false), withinMs);
      socket.on('message', (text) => {
        const frame = JSON.parse(String(text));
        if (frame.cmd !== 'login' || frame.code !== code) return;
        clearTimeout(timeout);
        resolve(true);
      });
    });
  socket.on('open', () => socket.send(JSON.stringify({ cmd: 'login', params: { token } })));
  socket.on('error', () => undefined);
  try {
    if (!(await acknowledged(DONE, ANSWER_MS))) return Number.POSITIVE_INFINITY;
    const silenced = acknowledged(SESSION_ENDED, SILENT_AFTER_ALL_MS);
    const from = Date.now();
    await ask(one, sessionRoutes.logout, {}, token);
    return (await silenced) ? Date.now() - from : Number.POSITIVE_INFINITY;
  } finally {
    socket.terminate();
  }
}
