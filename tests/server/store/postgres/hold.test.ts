import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ledgerRepository } from '../../../../server/ledger/ledger-repository.ts';
import { StoreError } from '../../../../server/store/errors.ts';
import { takeNumbers } from '../../../../server/store/numbers.ts';
import { openStore, type Store, type StoreOptions } from '../../../../server/store/store.ts';
import { lineOf, startChild } from '../../../helpers/child.ts';
import { postgresMissing, usePostgres } from '../../../helpers/postgres.ts';
import { settingsOf } from '../../../helpers/postgres-server.ts';
import { temporaryFolder } from '../../../helpers/temporary-folder.ts';

/** Gives up soon; what a busy machine takes for an answer is no loss. */
const QUICK = { giveUpMs: 400, answerMs: 2_000 };
/** For what follows by itself, however busy the machine is. */
const PATIENT = { timeout: 60_000, interval: 50 };
const take = (store: Store) => store.write((transaction) => takeNumbers(transaction, 'order', 1));

/** A store that is closed with its test, and its messages. */
async function opened(address: string, options: Partial<StoreOptions> = {}) {
  const said: string[] = [];
  const lost: string[] = [];
  const store = await openStore({
    dataDir: temporaryFolder(),
    database: settingsOf(address),
    report: (sentence) => said.push(sentence),
    onLost: (sentence) => lost.push(sentence),
    ...options,
  });
  onTestFinished(() => store.close());
  return { store, said, lost };
}

describe.skipIf(postgresMissing)('the lock on a PostgreSQL database', { timeout: 120_000 }, () => {
  const postgres = usePostgres();
  const openings = (address: string) =>
    postgres.query(address, "select next from sequences where name = 'opening'");

  it('refuses a second process, and names the holder', async () => {
    const address = await postgres.database();
    const child = startChild('hold-folder.ts', [temporaryFolder(), address]);
    await lineOf(child, 'open');
    const second = openStore({ dataDir: temporaryFolder(), database: settingsOf(address) });
    await expect(second).rejects.toThrow(StoreError);
    await expect(second).rejects.toThrow(
      new RegExp(
        `^The database pipstream_test_.+ is in use by pipstream process ${child.pid} on .+ since \\d{4}-`,
      ),
    );
  });

  it('is free as soon as its holder was killed', async () => {
    const address = await postgres.database();
    const child = startChild('hold-folder.ts', [temporaryFolder(), address]);
    await lineOf(child, 'open');
    child.kill('SIGKILL');
    const { store } = await opened(address);
    expect(await take(store)).toBe(1);
  });

  it('is released by closing, and the database opens again with its contents', async () => {
    const address = await postgres.database();
    const dataDir = temporaryFolder();
    const first = await openStore({ dataDir, database: settingsOf(address) });
    expect(await first.write((transaction) => takeNumbers(transaction, 'order', 10))).toBe(1);
    await first.close();
    const { store } = await opened(address, { dataDir });
    expect(await take(store)).toBe(11);
  });

  it('of a lost connection stops every write at once, and is taken again', async () => {
    const address = await postgres.emptyDatabase();
    const { store, said, lost } = await opened(address);
    let isCutOff = false;
    const cut = store.write(async (transaction) => {
      await takeNumbers(transaction, 'order', 1);
      await postgres.endWriter(address);
      isCutOff = true;
      return takeNumbers(transaction, 'order', 1);
    });
    await expect(cut).rejects.toThrow();
    expect(isCutOff).toBe(true);
    expect(store.isReachable()).toBe(false);
    await expect(take(store)).rejects.toThrow('cannot be reached');
    await expect(ledgerRepository(store.read).balances()).rejects.toThrow('cannot be reached');
    await vi.waitFor(() => expect(store.isReachable()).toBe(true), PATIENT);
    expect(await take(store)).toBe(1);
    expect(said).toEqual([
      expect.stringMatching(/^The connection to the database is lost, nothing is written: .+\.$/),
      expect.stringMatching(/^The database is reached again after \d+ ms\.$/),
    ]);
    expect(lost).toEqual([]);
    expect(await openings(address)).toEqual([{ next: '2' }]);
  });

  it('of a lost connection is said to be lost before a statement under way fails of it', async () => {
    const address = await postgres.database();
    const { store, said } = await opened(address, { patience: { giveUpMs: 60_000, answerMs: 60_000 } });
    let saidThen: readonly string[] = [];
    const cut = store.write((transaction) =>
      sql`select pg_sleep(60)`.execute(transaction).finally(() => {
        saidThen = [...said];
      }),
    );
    const sleepers =
      "select pid from pg_stat_activity where state = 'active' and query like 'select pg_sleep%'";
    const failed = expect(cut).rejects.toThrow();
    await vi.waitFor(async () => expect(await postgres.query(address, sleepers)).toHaveLength(1), PATIENT);
    await postgres.endWriter(address);
    await failed;
    expect(saidThen).toEqual([expect.stringMatching(/^The connection to the database is lost/)]);
  });

  it('taken by another process in the meantime ends this one with a sentence', async () => {
    const address = await postgres.database();
    const { store, lost } = await opened(address);
    const other = await postgres.waitForLock(address, 'a waiting one');
    await postgres.endWriter(address);
    await other.taken;
    await vi.waitFor(() => expect(lost).toHaveLength(1), PATIENT);
    expect(lost[0]).toMatch(/^The database .+ is in use by a waiting one since .+\.$/);
    await expect(take(store)).rejects.toThrow('cannot be reached');
    await other.client.end();
  });

  it('is not taken again if another process has written meanwhile', async () => {
    const address = await postgres.database();
    const { store, lost } = await opened(address);
    const other = await postgres.waitForLock(address, 'a waiting one');
    await postgres.endWriter(address);
    await other.taken;
    await other.client.query("update sequences set next = next + 1 where name = 'opening'");
    await other.client.end();
    await vi.waitFor(() => expect(lost).toHaveLength(1), PATIENT);
    expect(lost[0]).toMatch(/^The database .+ was written by another process .+ start it again\.$/);
    expect(store.isReachable()).toBe(false);
  });

  it('that cannot be taken again in time ends the process with a sentence', async () => {
    const address = await postgres.database();
    const { lost } = await opened(address, { patience: QUICK });
    const name = new URL(address).pathname.slice(1);
    await postgres.query(beside(address), `alter database ${name} with allow_connections false`);
    await postgres.query(
      beside(address),
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
    await vi.waitFor(() => expect(lost).toHaveLength(1), PATIENT);
    expect(lost[0]).toMatch(/^The database .+ is out of reach: .+ is not currently accepting connections\.$/);
  });

  it('held by a session of this process that lost its connection is taken over', async () => {
    const address = await postgres.database();
    const wire = await swallowingWire(address);
    const { store, said } = await opened(wire.address, { patience: { giveUpMs: 60_000, answerMs: 2_000 } });
    expect(await take(store)).toBe(1);
    wire.swallow();
    const silent = take(store);
    await expect(silent).rejects.toThrow();
    expect(said[0]).toMatch(/it does not answer\.$/);
    await vi.waitFor(() => expect(store.isReachable()).toBe(true), PATIENT);
    expect(await take(store)).toBe(2);
  });
});

const beside = (address: string): string => {
  const url = new URL(address);
  url.pathname = '/postgres';
  return url.href;
};

/**
 * A socket before the server's. After `swallow` nothing crosses it in either direction on the existing connections, and
 * their ends on the server's side stay open, as when a network is cut.
 */
async function swallowingWire(address: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pipstream-wire-'));
  const target = join(settingsOf(address).server.host, '.s.PGSQL.5432');
  const pairs: (readonly [Socket, Socket])[] = [];
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(target);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    pairs.push([near, far]);
  });
  server.listen(join(folder, '.s.PGSQL.5432'));
  await once(server, 'listening');
  onTestFinished(() => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = new URL(address);
  url.searchParams.set('host', folder);
  return {
    address: url.href,
    swallow() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.resume();
        far.resume();
      }
    },
  };
}
