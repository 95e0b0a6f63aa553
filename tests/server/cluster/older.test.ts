import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { watchOlder } from '../../../server/cluster/older.ts';
import { type Sharing, sessionsWithoutSeals } from '../../../server/store/postgres/lock.ts';
import { openStore } from '../../../server/store/store.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { settingsOf } from '../../helpers/postgres-server.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('says who is older only when a session was seen twice: one that ends looks older for a moment', async () => {
  const clock = createManualClock(0);
  const said: string[] = [];
  let sessions: readonly number[] = [];
  const older = await watchOlder({
    db: undefined as never,
    clock,
    say: (sentence) => said.push(sentence),
    report: () => undefined,
    read: async () => sessions,
  });
  const afterASecond = async (now: readonly number[]) => {
    sessions = now;
    clock.advance(1_000);
    await turn();
    return older.isPresent();
  };
  expect(older.isPresent()).toBe(false);
  expect(await afterASecond([11])).toBe(false);
  expect(await afterASecond([12])).toBe(false);
  expect(await afterASecond([13, 12])).toBe(true);
  expect(await afterASecond([13])).toBe(true);
  expect(await afterASecond([])).toBe(false);
  expect(said.map((sentence) => sentence.slice(0, 26))).toEqual([
    'A process of a version bef',
    'No process of a version be',
  ]);
  older.stop();
});

it('knows at the start who is there', async () => {
  const clock = createManualClock(0);
  const read = async () => [7];
  const said: string[] = [];
  const say = (sentence: string) => said.push(sentence);
  const watched = watchOlder({ db: undefined as never, clock, say, report: () => undefined, read });
  await turn();
  clock.advance(200);
  expect((await watched).isPresent()).toBe(true);
});

describe.skipIf(postgresMissing)('a database', () => {
  const postgres = usePostgres();

  it('knows the sessions of processes that seal nothing, whatever anybody says on the broker', async () => {
    const address = await postgres.database();
    const open = async (sharing: Sharing) => {
      const store = await openStore({ dataDir: temporaryFolder(), database: settingsOf(address), sharing });
      onTestFinished(() => store.close());
      return store;
    };
    const { read } = await open('people');
    for (const sharing of ['people', 'feed'] as const) await open(sharing);
    expect(await sessionsWithoutSeals(read)).toEqual([]);
    const before = new Client(address);
    await before.connect();
    // As a process of the version before.
    const { rows } = await before.query(
      'select pg_backend_pid() as pid, pg_try_advisory_lock_shared(1346981971, 1)',
    );
    expect(await sessionsWithoutSeals(read)).toEqual([rows[0].pid]);
    await before.end();
    await expect.poll(() => sessionsWithoutSeals(read)).toEqual([]);
  });
});
