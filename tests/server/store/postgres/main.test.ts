import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../../../architecture/sources.ts';
import { bareEnvironment } from '../../../helpers/bare-environment.ts';
import { postgresMissing, usePostgres } from '../../../helpers/postgres.ts';
import { settingsOf } from '../../../helpers/postgres-server.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  /** Status and standard error. */
  readonly ended: Promise<readonly [number | null, string]>;
}

/** Runs the server's entry until it is ready; from the sources, so that no built app is needed. */
async function startMain(settings: Readonly<Record<string, string>>): Promise<Started> {
  const args = ['--disable-warning=ExperimentalWarning', join(root, 'server', 'main.ts'), '--sources'];
  const child = spawn(process.execPath, args, {
    cwd: temporaryFolder(),
    env: { ...bareEnvironment(), PORT: '0', LOG_FORMAT: 'text', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = once(child, 'exit').then(([status]) => [status, err] as const);
  const url = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const ready = /ready at (http\S+)/.exec(out)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    void ended.then(([status, said]) => reject(new Error(`ended with ${status}: ${said}`)));
  });
  return { child, url, ended };
}

function tape(): string {
  const path = join(temporaryFolder(), 'tape.csv');
  const lines = Array.from({ length: 3_000 }, (_, i) => `${1_767_000_000_000 + i * 100},1.10000,1.10010`);
  writeFileSync(path, `ts_ms,bid,ask\n${lines.join('\n')}\n`);
  return `ticks:EURUSD=${path}`;
}

const ask = async (url: string, path: string, token = '', body?: Record<string, string>) => {
  const answer = await fetch(url + path, {
    ...(body === undefined ? {} : { method: 'POST', body: new URLSearchParams(body) }),
    headers: token === '' ? {} : { authorization: token },
  });
  return (await answer.json()).data;
};

describe.skipIf(postgresMissing)('the server’s process on PostgreSQL', () => {
  const postgres = usePostgres();
  const settings = async () => ({
    DATABASE_URL: await postgres.database(),
    DATA_DIR: temporaryFolder(),
    FEED: tape(),
  });

  it('that is not answered while it starts says so and ends', async () => {
    const place = { ...(await settings()), DATABASE_TIMEOUT_MS: '1000' };
    const first = await startMain(place);
    first.child.kill('SIGTERM');
    await first.ended;
    const holder = new Client({ connectionString: place.DATABASE_URL });
    await holder.connect();
    await holder.query('begin');
    await holder.query('lock table listing_changes in access exclusive mode');
    const told = await startMain(place).catch(String);
    await holder.end();
    expect(told).toMatch(/ended with 1: .*did not serve the start: .+ raise DATABASE_TIMEOUT_MS/s);
    expect(told).not.toMatch(/\n\s+at /);
  });

  it('killed under load starts again with everything that it had answered', async () => {
    const place = await settings();
    const first = await startMain(place);
    const { demo_id } = await ask(first.url, '/api/user/createAccountDemoForU');
    const { token } = await ask(first.url, '/api/user/loginForU', '', { demo_id });
    const order = (i: number) =>
      `/v1/api/forex/submit?type=1&cont=0.1&forex_id=1&status=1&multiple=100&cid=order-no-${i}`;
    const placed = [];
    for (let i = 0; i < 10; i++) placed.push(await ask(first.url, order(i), token));
    const underWay = ask(first.url, order(10), token).catch(() => undefined);
    first.child.kill('SIGKILL');
    await Promise.all([first.ended, underWay]);
    const second = await startMain(place);
    const { data } = await ask(second.url, '/v1/api/forex/my_deal?status=1&page=1', token);
    const ids = data.map((row: { Id: number }) => row.Id);
    for (const { Id } of placed) expect(ids).toContain(Id);
    for (let i = 0; i < 10; i++) expect((await ask(second.url, order(i), token)).Id).toBe(placed[i].Id);
    second.child.kill('SIGTERM');
    expect(await second.ended).toEqual([0, '']);
  }, 180_000);

  it('ends with status 1 and a sentence when the database is another’s', async () => {
    const place = await settings();
    const { ended } = await startMain(place);
    const other = await postgres.waitForLock(place.DATABASE_URL, 'somebody else');
    await postgres.endWriter(place.DATABASE_URL);
    await other.taken;
    const [status, err] = await ended;
    expect(status).toBe(1);
    expect(err).toMatch(
      /^fault in store: The connection to the database is lost, nothing is written: .+\.\n/,
    );
    expect(err).toMatch(/\nThe database .+ is in use by somebody else since .+\.\n$/);
    expect(err).not.toContain(settingsOf(place.DATABASE_URL).server.password());
    await other.client.end();
  }, 180_000);
});
