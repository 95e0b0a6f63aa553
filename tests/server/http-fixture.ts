import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { writeTape } from '../../bench/cluster/check/write-tape.ts';
import { createPasswords } from '../../server/accounts/password.ts';
import { parseConfig } from '../../server/config/config.ts';
import { systemRandom } from '../../server/random.ts';
import type { RunningServer, StartDeps } from '../../server/roles/process.ts';
import { startServer } from '../../server/start.ts';
import { CODE } from '../../shared/contract/codes.ts';
import { ROUTES, type RouteName } from '../../shared/contract/routes.ts';
import { chosenAddress } from '../helpers/chosen-database.ts';
import { putDatabase } from '../helpers/data-folder.ts';
import { type Operator, operatorOf } from '../helpers/operator.ts';
import { ROOMY } from '../helpers/roomy.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The envelope, when it is one. */
  readonly code: number | undefined;
  readonly msg: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely here
  readonly data: any;
}

export type Fields = Readonly<Record<string, string | number>>;

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The local address to send from, e.g. `127.0.0.2`. */
  readonly from?: string;
}

/** The real server in this process, on its own port and folder, with a small recording as its feed. */
export interface HttpFixture extends RunningServer {
  /** A test takes those that it expects. */
  readonly faults: unknown[];
  /** The server's log lines. */
  readonly logged: readonly string[];
  readonly dataDir: string;
  ask(path: string, ask?: Ask): Promise<Answer>;
  readonly operator: Operator;
  /** A new demo account's token. */
  enter(): Promise<string>;
  /** The token of a new account for real money, with a zero balance. */
  enterReal(email?: string, password?: string): Promise<string>;
  /** A call by its name, in English. */
  send(token: string, name: RouteName, fields?: Fields, headers?: Ask['headers']): Promise<Answer>;
  /** The number of an instrument. */
  idOf(code: string): Promise<number>;
  /** A socket with a login. */
  loggedIn(token: string): Promise<SocketClient>;
  /** @param query of the address, with its question mark */
  socket(headers?: Readonly<Record<string, string>>, query?: string): Promise<SocketClient>;
}

/** One for all tests of a file, or of a `describe`, which must end without a fault. */
export function sharedHttp(
  settings: Readonly<Record<string, string>> = {},
  deps: StartDeps = {},
): HttpFixture {
  let http: HttpFixture | undefined;
  beforeAll(async () => {
    http = await startHttp(settings, deps);
  }, 180_000);
  afterAll(async () => {
    await http?.stop();
    expect(http?.faults).toEqual([]);
  });
  const started = () => {
    if (http === undefined) throw new Error('the server starts with the tests');
    return http;
  };
  const operator = operatorOf(() => started().dataDir);
  return new Proxy({ operator } as HttpFixture, {
    get: (own, name) => Reflect.get(name in own ? own : started(), name),
  });
}

/** One for this test. */
export async function openHttp(...how: Parameters<typeof startHttp>): Promise<HttpFixture> {
  const http = await startHttp(...how);
  onTestFinished(() => http.stop());
  return http;
}

export async function startHttp(
  settings: Readonly<Record<string, string>> = {},
  deps: StartDeps = {},
): Promise<HttpFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-'));
  const dataDir = settings['DATA_DIR'] ?? join(folder, 'data');
  if (settings['DATA_DIR'] === undefined) putDatabase(dataDir);
  const config = parseConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: await chosenAddress(dataDir),
    FEED: writeTape(folder),
    LOG_LEVEL: 'error',
    // Beside other tests the disk may answer late.
    DATABASE_TIMEOUT_MS: '30000',
    ...ROOMY,
    ...settings,
  });
  if (!config.ok) throw new Error(config.error);
  const faults: unknown[] = [];
  const logged: string[] = [];
  const server = await startServer(config.value, {
    onFault: (_, error) => faults.push(error),
    log: (line) => logged.push(line),
    passwords: createPasswords(systemRandom, QUICK_COST_LOG2),
    ...deps,
  });
  let isStopped = false;
  const askHere = (path: string, how: Ask = {}) => ask(server.port, path, how);
  return {
    ...server,
    faults,
    logged,
    dataDir,
    operator: operatorOf(() => dataDir),
    ask: askHere,
    async enter() {
      const demo = await patiently(() => askHere('/api/user/createAccountDemoForU'));
      const { demo_id } = demo.data;
      return (await patiently(() => askHere('/api/user/loginForU', form({ demo_id })))).data.token;
    },
    async enterReal(email = `member${++members}@example.com`, password = 'correct horse battery') {
      const account = { kind: 'email', value: email } as const;
      const made = await server.accounts.createUser({ email: account, password });
      const login = made.ok ? await server.accounts.login(account, password) : made;
      if (!login.ok) throw new Error(`no account for ${email}: ${JSON.stringify(login.error)}`);
      return login.value.token;
    },
    send(token, name, fields = {}, more = {}) {
      const { method, path } = ROUTES[name];
      const texts = Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [field, String(value)]),
      );
      const headers = { authorization: token, lang: 'en', ...more };
      if (method !== 'POST') return askHere(`${path}?${new URLSearchParams(texts)}`, { method, headers });
      const asked = form(texts);
      return askHere(path, { ...asked, headers: { ...asked.headers, ...headers } });
    },
    async idOf(code) {
      const { data } = await askHere(ROUTES.getTradeList.path);
      return data.list.find((one: { readonly Code: string }) => one.Code === code).Id;
    },
    async loggedIn(token) {
      const socket = await openSocket(server.port, {}, '');
      socket.send({ cmd: 'login', params: { token } });
      expect((await socket.ack('login')).code).toBe(CODE.success);
      return socket;
    },
    socket: (headers = {}, query = '') => openSocket(server.port, headers, query),
    async stop() {
      if (isStopped) return;
      isStopped = true;
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Longer than any rate asks for, and than a part of the exchange is away in a test. */
const PATIENCE_MS = 20_000;

/**
 * A fast machine may reach an address's rate of calls, which allows the next one a fraction of a second later.
 * @returns the last answer when the server refuses for as long as `forMs`
 */
export async function patiently(ask: () => Promise<Answer>, forMs = PATIENCE_MS): Promise<Answer> {
  const endsAt = performance.now() + forMs;
  for (;;) {
    const answer = await ask();
    if (answer.status !== 429 || performance.now() > endsAt) return answer;
    await setTimeout(100);
  }
}

let members = 0;
/** The real hash with a 64th of its work: tests create many accounts. */
const QUICK_COST_LOG2 = 9;

export const form = (fields: Readonly<Record<string, string>>): Ask => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

/** A request without headers that a browser or `fetch` would add. */
export function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, from }: Ask = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const local = from === undefined ? {} : { localAddress: from };
    const sent = request({ port, host: '127.0.0.1', path, method, headers, ...local }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const json = text.startsWith('{') ? JSON.parse(text) : {};
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, ...pick(json) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const pick = ({ code, msg, data }: { code?: number; msg?: string; data?: unknown }) => ({ code, msg, data });

// biome-ignore lint/suspicious/noExplicitAny: frames are looked into freely here
type Frame = any;

export interface SocketClient {
  readonly raw: WebSocket;
  /** Frames so far, text as it is and JSON parsed. */
  readonly frames: readonly Frame[];
  send(frame: object | string): void;
  /** The next matching frame, from the first that was not taken yet. */
  next(wanted: (frame: Frame) => boolean): Promise<Frame>;
  data(topic: string): Promise<Frame>;
  ack(cmd: string, topic?: string): Promise<Frame>;
  closed: Promise<number>;
}

export async function openSocket(
  port: number,
  headers: Readonly<Record<string, string>>,
  query: string,
): Promise<SocketClient> {
  const raw = new WebSocket(`ws://127.0.0.1:${port}/v1/ws${query}`, { headers });
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  const taken = new Set<Frame>();
  raw.on('message', (data) => {
    const text = String(data);
    frames.push(text.startsWith('{') ? JSON.parse(text) : text);
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((resolve) => raw.on('close', resolve));
  await new Promise<void>((resolve, reject) => {
    raw.on('open', resolve);
    raw.on('unexpected-response', (_, response) => reject(new Error(`refused with ${response.statusCode}`)));
    raw.on('error', reject);
  });
  const next = (wanted: (frame: Frame) => boolean): Promise<Frame> =>
    new Promise((resolve) => {
      const look = () => {
        const found = frames.find((frame) => !taken.has(frame) && wanted(frame));
        if (found === undefined) return;
        taken.add(found);
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return {
    raw,
    frames,
    closed,
    next,
    send: (frame) => raw.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    data: (topic) => next((frame) => frame.topic === topic && frame.seq !== undefined),
    ack: (cmd, topic = '') => next((frame) => frame.cmd === cmd && frame.topic === topic),
  };
}
