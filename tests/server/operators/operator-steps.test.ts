import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { linkAfter, NO_LINK } from '../../../server/chain/chain.ts';
import {
  appendStep,
  latestSteps,
  operatorStepsEnd,
  walkOperatorSteps,
} from '../../../server/operators/operator-steps.ts';
import { release010 } from '../../../server/store/migrations/0001-release-0.1.0.ts';
import { release020 } from '../../../server/store/migrations/0002-release-0.2.0.ts';
import { accountSafety } from '../../../server/store/migrations/0003-account-safety.ts';
import { modes } from '../../../server/store/migrations/0004-modes.ts';
import { migrate } from '../../../server/store/migrations.ts';
import { portableColumns } from '../../../server/store/postgres/columns.ts';
import type { Db } from '../../../server/store/schema.ts';
import { openStore, type Store } from '../../../server/store/store.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { sourcesOf } from '../../architecture/sources.ts';
import { connectTo } from '../../helpers/first-version.ts';
import { postgresMissing, usePostgres } from '../../helpers/postgres.ts';
import { settingsOf } from '../../helpers/postgres-server.ts';
import { onEachDatabase, openTestStore } from '../../helpers/stores.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const STEP = {
  at: timestampMs(1_000),
  begun: null,
  who: 'ann',
  resource: 'lamp',
  verb: 'light',
  subject: '7',
  detail: '',
  before: null,
  after: null,
  outcome: 'begun',
} as const;

const append = (store: Store, row: Partial<Parameters<typeof appendStep>[1]> = {}) =>
  store.write((transaction) => appendStep(transaction, { ...STEP, ...row }));

/** The numbers of rows that do not follow from those before; the end counts as the one after the last. */
async function wrongLinks(db: Db): Promise<readonly number[]> {
  let link = NO_LINK;
  const wrong: number[] = [];
  for await (const { seq, hash, content } of walkOperatorSteps(db)) {
    const wanted = linkAfter(link, content);
    if (wanted.seq !== seq || wanted.hash !== hash) wrong.push(seq);
    link = { seq, hash };
  }
  const end = await operatorStepsEnd(db);
  if (end.seq !== link.seq || end.hash !== link.hash) wrong.push(link.seq + 1);
  return wrong;
}

onEachDatabase((stores) => {
  describe('the chain of steps', () => {
    it('holds from its beginning to its end, over more than a page', async () => {
      const store = await stores.open();
      expect(await wrongLinks(store.read)).toEqual([]);
      await store.write(async (transaction) => {
        for (let i = 0; i < 501; i += 1) await appendStep(transaction, STEP);
      });
      expect(await operatorStepsEnd(store.read)).toMatchObject({ seq: 501 });
      expect(await wrongLinks(store.read)).toEqual([]);
    });

    it('shows each edit where it is', async () => {
      const store = await stores.open();
      await append(store);
      await append(store, { begun: 1, outcome: 'done' });
      await append(store);
      await append(store, { begun: 3, outcome: 'done', before: '{"fee":0}', after: '{"fee":1}' });
      const wrongAfter = async (edit: string) => {
        let wrong: readonly number[] = [];
        const done = store.write(async (transaction) => {
          await sql.raw(edit).execute(transaction);
          wrong = await wrongLinks(transaction);
          throw new Error('take it back');
        });
        await expect(done).rejects.toThrow('take it back');
        return wrong;
      };
      for (const [edit, wrong] of [
        ["update operator_steps set who = 'ben' where seq = 2", [2]],
        [`update operator_steps set after = '{"fee":2}' where seq = 4`, [4]],
        ['update operator_steps set at = 1001 where seq = 1', [1]],
        ['delete from operator_steps where seq = 2', [3]],
        ['delete from operator_steps where seq = 4', [4]],
        ['update operator_steps set seq = seq % 2 + 5 where seq in (1, 2)', [3, 5, 6, 7]],
      ] as const)
        expect([edit, await wrongAfter(edit)]).toEqual([edit, wrong]);
      expect(await wrongLinks(store.read)).toEqual([]);
    });

    it('begins with the steps of before, with what they hold', async () => {
      const place = await stores.emptyPlace();
      const db = connectTo(place);
      await migrate(place.address === undefined ? db : db.withPlugin(portableColumns), {
        '0001-release-0.1.0': release010,
        '0002-release-0.2.0': release020,
        '0003-account-safety': accountSafety,
        '0004-modes': modes,
      });
      for (let id = 3; id <= 900; id += 3)
        await db
          .insertInto('operator_log')
          .values({
            id,
            at: id * 10,
            who: 'root',
            thing: 'users',
            verb: 'restrict',
            subject: `${id}`,
            outcome: 'done',
          })
          .execute();
      await db
        .insertInto('operator_log_details')
        .values({ step_id: 900, detail: 'blocked by court' })
        .execute();
      await db.destroy();
      const store = await openTestStore(place);
      expect(await wrongLinks(store.read)).toEqual([]);
      const steps = await latestSteps(store.read, 1_000);
      expect(steps).toHaveLength(300);
      expect(steps[0]).toEqual({
        seq: 300,
        at: 9_000,
        who: 'root',
        resource: 'users',
        verb: 'restrict',
        subject: '900',
        detail: 'blocked by court',
        changed: null,
        outcome: 'done',
      });
      expect(steps[299]).toMatchObject({ seq: 1, subject: '3', detail: '' });
    });
  });

  it('steps are listed once each, by who, subject and resource', async () => {
    const store = await stores.open();
    await append(store);
    await append(store, { who: 'ben', resource: 'news', subject: '' });
    await append(store, {
      who: 'ben',
      resource: 'news',
      subject: '12',
      begun: 2,
      outcome: 'done',
      after: '{"id":12}',
    });
    const listed = async (filter: Parameters<typeof latestSteps>[2]) =>
      (await latestSteps(store.read, 10, filter)).map(({ seq, outcome }) => [seq, outcome]);
    expect(await listed({})).toEqual([
      [2, 'done'],
      [1, 'begun'],
    ]);
    expect(await listed({ who: 'ann' })).toEqual([[1, 'begun']]);
    expect(await listed({ resource: 'news' })).toEqual([[2, 'done']]);
    expect(await listed({ subject: '12' })).toEqual([[2, 'done']]);
    expect(await listed({ subject: '12', who: 'ann' })).toEqual([]);
    expect((await latestSteps(store.read, 1))[0]?.changed).toEqual({ before: null, after: { id: 12 } });
  });
});

describe.skipIf(postgresMissing)('several processes', () => {
  const postgres = usePostgres();

  it('append to one chain', async () => {
    const database = settingsOf(await postgres.database());
    const open = () => openStore({ dataDir: temporaryFolder(), database, sharing: 'people' });
    const stores = [await open(), await open()];
    await Promise.all(Array.from({ length: 40 }, (_, at) => append(stores[at % 2] as Store)));
    const [store] = stores;
    expect(store && (await operatorStepsEnd(store.read)).seq).toBe(40);
    expect(store && (await wrongLinks(store.read))).toEqual([]);
    for (const one of stores) await one.close();
  });
});

it('no code changes or deletes a row of the log', () => {
  const writers = sourcesOf('server').filter(({ text }) =>
    /(updateTable|deleteFrom)\('operator_steps'|(update|delete from|replace into) operator_steps/.test(text),
  );
  expect(writers.map(({ path }) => path)).toEqual([]);
});
