import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../server/clock.ts';
import { latestSteps } from '../../../server/operators/operator-steps.ts';
import { askExchange } from '../../../server/ops/ask-exchange.ts';
import { openChannel } from '../../../server/ops/channel.ts';
import { type ChannelAddress, readAddress, writeAddress } from '../../../server/ops/channel-file.ts';
import { systemRandom } from '../../../server/random.ts';
import type { OperatorAnswer, Resources } from '../../../server/resource.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { err, ok } from '../../../shared/result.ts';
import { nothingHappensFor } from '../../helpers/nothing-happens.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const ME = userInfo().username;
const runs: string[] = [];
let letGo: () => void = () => {};

const resources: Resources<unknown> = {
  lamp: {
    help: 'a lamp',
    verbs: {
      light: {
        help: 'lights it',
        parameters: { id: { help: 'which' }, name: { help: 'whose', optional: true } },
        async run(_, { id, name }) {
          runs.push(`light ${id}`);
          return id === '13'
            ? err('Lamp 13 is broken.')
            : ok({ rows: [{ id: Number(id), name: name ?? null }] });
        },
      },
      drop: {
        help: 'drops it',
        parameters: {},
        run: () => Promise.reject(new Error('the secret of the lamp')),
      },
      wait: {
        help: 'waits',
        parameters: {},
        run: () =>
          new Promise((resolve) => {
            letGo = () => resolve(ok<OperatorAnswer>({ rows: [{ waited: true }] }));
          }),
      },
    },
  },
};

let dataDir: string;
let store: Store;
let stop: () => Promise<void>;
let address: ChannelAddress;
const faults: unknown[][] = [];

async function open(folder: string): Promise<() => Promise<void>> {
  return openChannel({
    resources,
    deps: { store, clock: systemClock },
    random: systemRandom,
    dataDir: folder,
    onFault: (...fault) => faults.push(fault),
  });
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pipstream-'));
  store = await openStore({ dataDir });
  stop = await open(dataDir);
  const found = readAddress(dataDir);
  if (found === undefined) throw new Error('no address');
  address = found;
});
afterAll(async () => {
  await stop();
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const good = () => JSON.stringify({ who: 'ann', resource: 'lamp', verb: 'light', values: { id: '1' } });

function send({ method = 'POST', path = '/', headers = {}, body = good() }: Sent): Promise<Got> {
  const all = { authorization: address.token, 'content-type': 'application/json', ...headers };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: address.port, method, path, headers: all },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(method === 'GET' || method === 'OPTIONS' ? undefined : body);
  });
}

const ask = (verb: string, values: Readonly<Record<string, string>> = {}) =>
  askExchange(address, { resource: 'lamp', verb, values });

describe('the address of the channel', () => {
  it('is in a file that only its owner may read', () => {
    expect(statSync(join(dataDir, 'operator.json')).mode & 0o777).toBe(0o600);
    expect(address.token).toMatch(/^[\w-]{43}$/);
  });

  it('keeps its mode when it replaces an old file, and is removed with the channel', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'operator.json'), 'left behind', { mode: 0o644 });
    writeFileSync(join(folder, `operator.json.${process.pid}`), 'half written', { mode: 0o644 });
    expect(readAddress(folder)).toBeUndefined();
    const end = await open(folder);
    expect(statSync(join(folder, 'operator.json')).mode & 0o777).toBe(0o600);
    expect(readAddress(folder)?.token).not.toBe(address.token);
    await end();
    expect(existsSync(join(folder, 'operator.json'))).toBe(false);
    expect(existsSync(join(folder, `operator.json.${process.pid}`))).toBe(false);
  });

  it.each(['', '{}', '[]', '{"port":"1","token":"x"}', '{"port":0,"token":"x"}', '{"port":1,"token":""}'])(
    'is undefined if the file contains %j',
    (text) => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'operator.json'), text);
      expect(readAddress(folder)).toBeUndefined();
    },
  );

  it('is on this machine only', async ({ skip }) => {
    if (process.platform !== 'linux') skip('only Linux has a second loopback address');
    const outcome = await new Promise<string | undefined>((resolve) => {
      const socket = connect({ host: '127.0.0.2', port: address.port });
      socket.on('connect', () => resolve('connected'));
      socket.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
    });
    expect(outcome).toBe('ECONNREFUSED');
  });
});

describe('the channel refuses, and runs nothing', () => {
  it.each<[string, Sent, number]>([
    ['no token', { headers: { authorization: '' } }, 401],
    ['a wrong token', { headers: { authorization: 'x'.repeat(43) } }, 401],
    ['a token that begins well', { headers: { authorization: 'TOKEN-' } }, 401],
    ['the token as a bearer', { headers: { authorization: 'Bearer TOKEN' } }, 401],
    ['another host, as a rebound name would send', { headers: { host: 'evil.example.com' } }, 403],
    ['a host of another port', { headers: { host: '127.0.0.1:1' } }, 403],
    ['the name of this machine', { headers: { host: 'localhost' } }, 403],
    ['a page of a browser', { headers: { origin: 'http://127.0.0.1' } }, 403],
    ['a page without an origin', { headers: { origin: 'null' } }, 403],
    ['another path', { path: '/steps' }, 404],
    ['a GET', { method: 'GET' }, 405],
    ['a question before the request', { method: 'OPTIONS' }, 405],
    ['a form', { headers: { 'content-type': 'text/plain' } }, 415],
    ['no JSON', { body: '{' }, 400],
    ['no step', { body: '[]' }, 400],
    ['a value that is no text', { body: good().replace('"1"', '1') }, 400],
    ['a name beside those of a step', { body: good().replace('{', '{"json":"1",') }, 400],
    ['more than a megabyte', { body: good().replace('"1"', `"${'1'.repeat(1024 * 1024)}"`) }, 413],
    [
      'more than a megabyte, in pieces',
      { headers: { 'transfer-encoding': 'chunked' }, body: ' '.repeat(2 ** 21) },
      413,
    ],
  ])('%s', async (_, sent, status) => {
    const authorization = sent.headers?.authorization;
    const headers =
      typeof authorization === 'string'
        ? { ...sent.headers, authorization: authorization.replace('TOKEN', address.token) }
        : sent.headers;
    const before = runs.length;
    const got = await send({ ...sent, ...(headers === undefined ? {} : { headers }) });
    expect([got.status, got.text]).toEqual([status, '']);
    expect(Object.keys(got.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(runs.length).toBe(before);
  });

  it('requests that no command line could send', async () => {
    const before = runs.length;
    expect(await ask('light')).toEqual(ok(err({ kind: 'usage', sentence: 'id is missing.' })));
    expect(await ask('constructor')).toMatchObject({ value: { error: { kind: 'usage' } } });
    expect(await ask('light', { id: '1', colour: 'red' })).toMatchObject({
      value: { error: { kind: 'usage' } },
    });
    expect(runs.length).toBe(before);
  });
});

describe('the channel', () => {
  it('runs a command and returns its rows', async () => {
    expect(await ask('light', { id: '4' })).toEqual(ok(ok({ rows: [{ id: 4, name: null }] })));
  });

  it('returns the reason for a refusal', async () => {
    expect(await ask('light', { id: '13' })).toEqual(
      ok(err({ kind: 'refused', sentence: 'Lamp 13 is broken.' })),
    );
  });

  it('hides the message of a bug, and continues', async () => {
    const reply = await ask('drop');
    // A balance must not be adjusted twice because the first time could not be logged.
    const sentence = expect.stringContaining('check whether the step was done before you repeat it');
    expect(reply).toMatchObject({ ok: false, error: { kind: 'fault', sentence } });
    expect(JSON.stringify(reply)).not.toContain('secret');
    expect(faults).toEqual([['operator step lamp drop', new Error('the secret of the lamp')]]);
    expect(await ask('light', { id: '4' })).toMatchObject({ ok: true });
  });

  it('records who did what to which number with which outcome, and no other typed text', async () => {
    await ask('light', { id: '21', name: 'Ada Lovelace' });
    await ask('light', { id: '13' });
    await ask('light', { id: 'ada@example.com' });
    await ask('drop');
    const steps = await latestSteps(store.read, 4, { resource: 'lamp' });
    expect(steps.map(({ who, verb, subject, outcome }) => [who, verb, subject, outcome])).toEqual([
      [ME, 'drop', '', 'failed'],
      [ME, 'light', '', 'done'],
      [ME, 'light', '13', 'refused'],
      [ME, 'light', '21', 'done'],
    ]);
    expect(JSON.stringify(steps)).not.toMatch(/Ada|ada@/);
    for (const { at } of steps) expect(Math.abs(at - systemClock.now())).toBeLessThan(60_000);
  });

  it('does not run a command that it could not record', async () => {
    const folder = temporaryFolder();
    const broken = {
      store: { ...store, write: () => Promise.reject(new Error('the disk is full')) },
      clock: systemClock,
    };
    const before = runs.length;
    const end = await openChannel({
      resources,
      deps: broken,
      random: systemRandom,
      dataDir: folder,
      onFault: () => {},
    });
    const there = readAddress(folder);
    if (there === undefined) throw new Error('no address');
    const reply = await askExchange(there, {
      resource: 'lamp',
      verb: 'light',
      values: { id: '1' },
    });
    await end();
    expect(reply).toMatchObject({ ok: false, error: { kind: 'fault' } });
    expect(runs.length).toBe(before);
  });

  it('ends after the running commands, also with idle connections', async () => {
    const folder = temporaryFolder();
    const end = await open(folder);
    const there = readAddress(folder);
    if (there === undefined) throw new Error('no address');
    const idle = connect({ host: '127.0.0.1', port: there.port });
    idle.on('error', () => {});
    idle.write('POST / HTTP/1.1\r\nHost: 127');
    const reply = askExchange(there, { resource: 'lamp', verb: 'wait', values: {} });
    const isRunning = async () =>
      (await latestSteps(store.read, 1)).some(({ verb, outcome }) => verb === 'wait' && outcome === 'begun');
    while (!(await isRunning())) await new Promise((resolve) => setTimeout(resolve, 5));
    let ended = false;
    const ending = end().then(() => {
      ended = true;
    });
    await nothingHappensFor(50);
    expect([ended, readAddress(folder)]).toEqual([false, undefined]);
    letGo();
    expect(await reply).toEqual(ok(ok({ rows: [{ waited: true }] })));
    await ending;
    expect(await askExchange(there, { resource: 'lamp', verb: 'light', values: { id: '1' } })).toEqual(
      err({ kind: 'gone' }),
    );
  });
});

it('an address taken over by another program does not count as an exchange', async () => {
  const folder = temporaryFolder();
  const end = await open(folder);
  const stale = { port: readAddress(folder)?.port ?? 0, token: 'of an exchange that crashed' };
  const remove = writeAddress(temporaryFolder(), stale);
  expect(await askExchange(stale, { resource: 'lamp', verb: 'light', values: { id: '1' } })).toEqual(
    err({ kind: 'gone' }),
  );
  remove();
  await end();
});
