import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../server/store/store.ts';
import { root } from '../architecture/sources.ts';
import { bareEnvironment } from '../helpers/bare-environment.ts';
import { dataFolder } from '../helpers/data-folder.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

/** Runs the server's entry until it exits; with `--sources`, so that no built app is required. */
async function run(settings: Readonly<Record<string, string>>, more: readonly string[] = []) {
  const main = join(root, 'server', 'main.ts');
  const args = ['--disable-warning=ExperimentalWarning', main, '--sources', ...more];
  const usual = { PORT: '0', DATA_DIR: dataFolder(), LOG_FORMAT: 'text', DATABASE_TIMEOUT_MS: '30000' };
  const child = spawn(process.execPath, args, {
    cwd: temporaryFolder(),
    env: { ...bareEnvironment(), ...usual, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
    if (out.includes('ready')) child.kill('SIGTERM');
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [status] = await once(child, 'exit');
  return { status, out, err };
}

const oneSentence = /^[^\n]+\.\n$/;

describe('the server reports in one sentence why it does not start', () => {
  it('when a setting is wrong', async () => {
    const { status, out, err } = await run({ PORT: 'eighty' });
    expect([status, out]).toEqual([1, '']);
    expect(err).toBe('PORT must be a whole number from 0 to 65535, not "eighty".\n');
  });

  it.each([
    [['--rol=gateway'], "Unknown option '--rol'"],
    [['--role'], "Option '--role <value>' argument missing"],
    [['gateway'], "Unexpected argument 'gateway'"],
  ])('when its command line is wrong: %j', async (more, sentence) => {
    const { status, out, err } = await run({}, more);
    expect([status, out]).toEqual([2, '']);
    expect(err).toBe(`${sentence}. --help tells more.\n`);
  });

  it.each([['--role=gateway'], ['--role', 'gateway']])(
    'when its role lacks its engine: %j',
    async (...more) => {
      const { status, err } = await run({}, more);
      expect([status, err]).toEqual([1, expect.stringMatching(oneSentence)]);
      expect(err).toContain('DATABASE_URL');
    },
  );

  it('when its port is taken', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    onTestFinished(() => void holder.close());
    const address = holder.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { status, err } = await run({ PORT: String(port) });
    expect(status).toBe(1);
    expect(err).toMatch(oneSentence);
    expect(err).toContain(`Port ${port} on 127.0.0.1 is already in use`);
  });

  it('when its data folder is held by another process', async () => {
    const dataDir = dataFolder();
    const store = await openStore({ dataDir });
    const { status, err } = await run({ DATA_DIR: dataDir });
    await store.close();
    expect(status).toBe(1);
    expect(err).toMatch(oneSentence);
    expect(err).toContain(`${dataDir} is in use by process ${process.pid} `);
  });

  it('when its data folder cannot be created', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const { status, err } = await run({ DATA_DIR: join(file, 'data') });
    expect(status).toBe(1);
    expect(err).toMatch(oneSentence);
  });

  it.skipIf(!existsSync('/proc/self'))('when its data folder’s path is a file', async () => {
    const { status, err } = await run({ DATA_DIR: '/proc/pipstream/data' });
    expect(status).toBe(1);
    expect(err).toMatch(oneSentence);
  });

  it.each([
    ['is not there', 'gone.csv', undefined],
    ['has no quotes in it', 'bad.csv', 'something else\n'],
  ])('when a file of the feed %s', async (_, name, content) => {
    const file = join(temporaryFolder(), name);
    if (content !== undefined) writeFileSync(file, content);
    const { status, err } = await run({ FEED: `ticks:EURUSD=${file}` });
    expect(status).toBe(1);
    expect(err).toMatch(oneSentence);
    expect(err).toContain(file);
  });
});

it('writes JSON lines where no terminal shows them', async () => {
  const file = join(temporaryFolder(), 'tape.csv');
  writeFileSync(file, 'ts_ms,bid,ask\n1767000000000,1.1,1.2\n');
  const ready = await run({ FEED: `ticks:EURUSD=${file}`, LOG_FORMAT: '' });
  expect(ready.err).toBe('');
  expect(JSON.parse(ready.out)).toMatchObject({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    msg: expect.stringMatching(/^Pipstream is ready at /),
  });
  const { status, out, err } = await run({ FEED: 'ticks:EURUSD=/nowhere.csv', LOG_FORMAT: 'json' });
  expect([status, out]).toEqual([1, '']);
  expect(JSON.parse(err)).toMatchObject({
    level: 'fatal',
    msg: expect.stringMatching(/^FEED can't be played: /),
  });
});

it.each([
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be error or warn or info or debug, not "loud".\n'],
  ['LOG_FORMAT', 'xml', 'LOG_FORMAT must be text or json, not "xml".\n'],
])('does not start with a wrong %s', async (name, value, sentence) => {
  expect(await run({ [name]: value })).toEqual({ status: 1, out: '', err: sentence });
});

it('prints its address, and exits silently on a signal', async () => {
  const file = join(temporaryFolder(), 'tape.csv');
  writeFileSync(file, 'ts_ms,bid,ask\n1767000000000,1.1,1.2\n');
  const { status, out, err } = await run({ FEED: `ticks:EURUSD=${file}` });
  expect([status, err]).toEqual([0, '']);
  expect(out).toMatch(/^Pipstream is ready at http:\/\/127\.0\.0\.1:\d+ after \d+ ms\n$/);
});
