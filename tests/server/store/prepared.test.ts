import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../../server/store/migrations.ts';
import { prepared } from '../../../server/store/prepared.ts';
import type { Schema } from '../../../server/store/schema.ts';
import { connectSqlite } from '../../../server/store/sqlite.ts';

async function database(): Promise<Kysely<Schema>> {
  const db = connectSqlite(':memory:', false);
  await migrate(db);
  return db;
}

/** Counts how often it is compiled. */
function counted() {
  let built = 0;
  const insert = prepared((db, row: { name: string; next: number }) => {
    built++;
    return db.insertInto('sequences').values(row).returning(['name', 'next']);
  });
  return { insert, built: () => built };
}

describe('a prepared statement', () => {
  it('is compiled once, and has the values of each use', async () => {
    const db = await database();
    const { insert, built } = counted();
    for (const next of [7, 8, 9]) {
      const { rows } = await insert(db, { name: `of ${next}`, next });
      expect(rows).toEqual([{ name: `of ${next}`, next }]);
    }
    expect(built()).toBe(1);
    await db.destroy();
  });

  it('is compiled for each database, and runs in its transactions', async () => {
    const { insert, built } = counted();
    const [one, other] = [await database(), await database()];
    await insert(one, { name: 'kept', next: 1 });
    const transaction = await one.startTransaction().execute();
    await insert(transaction, { name: 'taken back', next: 2 });
    await transaction.rollback().execute();
    await insert(other, { name: 'kept', next: 3 });
    expect(built()).toBe(2);
    const names = async (db: Kysely<Schema>) =>
      (await db.selectFrom('sequences').selectAll().execute()).length;
    expect([await names(one), await names(other)]).toEqual([1, 1]);
    await one.destroy();
    await other.destroy();
  });

  it('passes any values unchanged', async () => {
    const db = await database();
    const { insert } = counted();
    const name = `'); drop table sequences; --`;
    await insert(db, { name, next: 1 });
    expect(await db.selectFrom('sequences').select('name').execute()).toEqual([{ name }]);
    await db.destroy();
  });

  it('refuses values with other names than at first: a missing one is not null', async () => {
    const db = await database();
    const { insert } = counted();
    await insert(db, { name: 'first', next: 1 });
    const others: readonly object[] = [
      { name: 'less' },
      { name: 'more', next: 2, third: 3 },
      { name: 'x', last: 2 },
    ];
    for (const values of others)
      await expect(insert(db, values as { name: string; next: number })).rejects.toThrow(TypeError);
    expect(await db.selectFrom('sequences').select('name').execute()).toEqual([{ name: 'first' }]);
    await db.destroy();
  });
});
