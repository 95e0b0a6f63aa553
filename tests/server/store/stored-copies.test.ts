import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { auditBooks, examineBooks } from '../../../server/audit/audit.ts';
import type { BooksState } from '../../../server/audit/noted-state.ts';
import { checkCopy } from '../../../server/store/copies/work.ts';
import { databaseIn } from '../../../server/store/embedded.ts';
import { StoreError } from '../../../server/store/errors.ts';
import { openStore } from '../../../server/store/store.ts';
import { connectTo, writeFirstVersion } from '../../helpers/first-version.ts';
import { folderWith, inDatabase, namesIn, recordMigrations, TODAY } from '../../helpers/stored-copies.ts';
import { onEachDatabase, type StorePlace } from '../../helpers/stores.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

/** What a copy is after the migrations of commit 196be2db. */
interface Upgraded {
  /** Rows and digests as `npm run ops -- check` prints them. */
  readonly state: BooksState;
  /**
   * SHA-256 over all rows of the tables of then that have any, but the operators' log, without null: columns that came later
   * have no value in them.
   */
  readonly contents: string;
}

/** Databases that releases and commits have written, by name: see `tests/fixtures/databases/README.md`. */
const COPIES: Readonly<Record<string, Upgraded>> = {
  '0.1.0': {
    state: {
      postings: { rows: 19, hash: 'rSmzBk78gfVfG4lybNScwnVz8ip73EWdVO1UTAgb0mk' },
      events: { rows: 13, hash: '2_mR-xQ10fnr-j6ZdVO8UbPc2NjudBFHEycUP2-YU3s' },
      steps: { rows: 8, hash: '6-pY5_GDrXGUXlkfK1W7v7pBLBPxBac-3KwClkSeYjE' },
    },
    contents: '9148119fbd25c6045c302cdab179c513939b0fdcb0f0ccb1aa73546223ab3f0e',
  },
  '0a977be': {
    state: {
      postings: { rows: 16, hash: 'q73ojoGHb6wD56Q_vSXJxImwRN3jBS2dCJ4Fq9GWnqI' },
      events: { rows: 13, hash: '0cex3pmddnEjusYs97qf_Ete7dyzo4mlvvcz12XD6sA' },
      steps: { rows: 8, hash: 'zrNxGH5aS8LAIgydfIRp9UQAjf704pfjuGc3RTUjGVQ' },
    },
    contents: 'b4bcff9e866ed1514be3994958fb195507bc609b933b59784ba1d09b48f26b11',
  },
  '196be2db': {
    state: {
      postings: { rows: 18, hash: '_LOr9l2DGygo0eEQD-2znwCyhG0kbm3OwUtivFQRlp0' },
      events: { rows: 15, hash: '6egeaCd6bbEWvpgD9DCkF3PZQBK6Hg9mYI5LWriT9Oo' },
      steps: { rows: 9, hash: '0wWoEYWO0FIgnAO5Q-6vcqMv91vODD-ZqsocmTT4-I0' },
    },
    contents: 'aea06b1b59b6ae8967170c71a2d9f4880c52cb2d67eb8ab525cd5a0145a5d50e',
  },
};

const BETWEEN =
  /^The database .+ cannot be opened: it was written by a build between two releases; open it once with commit 196be2db of this program, then with this version\.$/;

const tablesOf = (database: DatabaseSync): readonly string[] =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name")
    .all()
    .map((row) => String(row['name']));

const withoutNull = (row: object): string =>
  JSON.stringify(row, (key, value) =>
    key === 'events' || key === 'events_hash' ? undefined : (value ?? undefined),
  );

/** Tables that were renamed since, with the names of then. */
const FORMER_NAMES: Readonly<Record<string, string>> = { account_chains: 'chain_heads' };
const TODAYS_NAMES: Readonly<Record<string, string>> = { chain_heads: 'account_chains' };

/** Accounts of the house for what nights cost, by book and shard, which are at zero before the first night. */
const NIGHT_ACCOUNTS: ReadonlySet<string> = new Set(
  ['demo', 'real'].flatMap((book) =>
    Array.from({ length: 64 }, (_, shard) =>
      withoutNull({ id: `house:${book}:financing:${shard}`, book, balance: 0 }),
    ),
  ),
);

const nightAccountsIn = (folder: string): ReadonlySet<string> =>
  inDatabase(folder, (database) => {
    const rows = database.prepare("SELECT * FROM ledger_accounts WHERE id LIKE '%:financing:%'").all();
    return new Set(rows.map(withoutNull));
  });

/**
 * All rows of all tables but the operators' log, which a later migration moves; without `names`, as they were before the
 * migrations that follow 196be2db.
 */
const contentsOf = (folder: string, names = false): string =>
  inDatabase(folder, (database) => {
    const hash = createHash('sha256');
    const tables = tablesOf(database)
      .filter((table) => !table.startsWith('operator'))
      .filter((table) => names || !(table.startsWith('kysely') || table === 'order_events'))
      .map((table) => [FORMER_NAMES[table] ?? table, table] as const);
    for (const [known, table] of tables.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      const rows = database.prepare(`SELECT * FROM "${table}"`).all().map(withoutNull);
      const kept = rows.filter((row) => names || !NIGHT_ACCOUNTS.has(row));
      if (kept.length > 0) hash.update(JSON.stringify([known, kept.toSorted()]));
    }
    return hash.digest('hex');
  });

/** Columns in their order, foreign keys and indexes of all tables. */
const shapeOf = (folder: string) =>
  inDatabase(folder, (database) =>
    tablesOf(database).map((table) => ({
      table,
      columns: database.prepare(`SELECT * FROM pragma_table_xinfo('${table}')`).all(),
      references: database.prepare(`SELECT * FROM pragma_foreign_key_list('${table}')`).all(),
      indexes: database
        .prepare(
          `SELECT list.name, list."unique", list.partial, info.seqno, info.name AS column
             FROM pragma_index_list('${table}') AS list JOIN pragma_index_info(list.name) AS info
            ORDER BY list.name, info.seqno`,
        )
        .all(),
    })),
  );

describe.each(Object.entries(COPIES))('a database of %s', (name, { state, contents }) => {
  it('opens with valid seals, and is what the former migrations made of it', async () => {
    const dataDir = folderWith(name);
    const store = await openStore({ dataDir });
    expect(await examineBooks(store.read)).toEqual({ breaks: [], state });
    await store.close();
    expect(contentsOf(dataDir)).toBe(contents);
    expect(nightAccountsIn(dataDir)).toEqual(NIGHT_ACCOUNTS);
    expect(namesIn(dataDir)).toEqual(TODAY);
  });

  it('has the columns, foreign keys and indexes of a new one', async () => {
    const [dataDir, fresh] = [folderWith(name), temporaryFolder()];
    for (const folder of [dataDir, fresh]) await (await openStore({ dataDir: folder })).close();
    expect(shapeOf(dataDir)).toEqual(shapeOf(fresh));
  });

  it('is a good backup', async () => {
    const report = await checkCopy(databaseIn(folderWith(name)));
    expect(report).toMatchObject({ ok: true, value: { state, breaks: [], accounts: 2 } });
  });
});

it('a database of 196be2db keeps its rows and the shape of its tables: it runs the migrations since alone', async () => {
  const dataDir = folderWith('196be2db');
  const kept = ({ table }: { readonly table: string }) => table !== 'operator_log';
  const [before, shape] = [contentsOf(dataDir), shapeOf(dataDir).filter(kept)];
  await (await openStore({ dataDir })).close();
  expect(contentsOf(dataDir)).toBe(before);
  const wanted = shape.map(({ table, ...rest }) => ({
    ...rest,
    table: TODAYS_NAMES[table] ?? table,
    columns: expect.arrayContaining(rest.columns),
  }));
  const today = shapeOf(dataDir).map(({ indexes, ...rest }) => ({
    ...rest,
    indexes: indexes.filter((index) => index['name'] !== 'financing_once'),
  }));
  expect(today).toEqual(expect.arrayContaining(wanted));
});

it('an upgrade that fails leaves the names by which the old program opens the database', async () => {
  const dataDir = folderWith('0.1.0');
  inDatabase(dataDir, (database) => database.exec('ALTER TABLE orders ADD COLUMN filled_at'));
  const before = contentsOf(dataDir, true);
  await expect(openStore({ dataDir })).rejects.toThrow(/duplicate column name: filled_at/);
  expect(contentsOf(dataDir, true)).toBe(before);
});

describe('a database that stopped between two releases', () => {
  const AT = '2026-11-24T00:00:00.000Z';
  it.each([
    ['after 0.1.0', '0.1.0', `INSERT INTO kysely_migration VALUES ('2026-11-24-chain', '${AT}')`],
    ['before 0.1.0', '0.1.0', "DELETE FROM kysely_migration WHERE name <> '2026-11-20-start'"],
    ['before 0.2.0', '196be2db', "DELETE FROM kysely_migration WHERE name = '2026-12-02-holder-broker'"],
    ['without 0.1.0', '196be2db', "DELETE FROM kysely_migration WHERE name < '2026-11-24'"],
    ['with a gap', '196be2db', "DELETE FROM kysely_migration WHERE name = '2026-11-21-files'"],
  ])('is refused and left as it is: %s', async (_when, name, change) => {
    const dataDir = folderWith(name);
    inDatabase(dataDir, (database) => database.exec(change));
    const before = contentsOf(dataDir, true);
    const refused = await openStore({ dataDir }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreError);
    expect(refused).toMatchObject({ message: expect.stringMatching(BETWEEN) });
    expect(contentsOf(dataDir, true)).toBe(before);
    const checked = await checkCopy(databaseIn(dataDir));
    expect(checked).toMatchObject({ ok: false, error: expect.stringMatching(/commit 196be2db/) });
  });

  it('is refused as a later one if it has a migration that no build had', async () => {
    const dataDir = folderWith('196be2db');
    inDatabase(dataDir, (database) =>
      database.exec(`INSERT INTO kysely_migration VALUES ('2999-01-01-later', '${AT}')`),
    );
    await expect(openStore({ dataDir })).rejects.toThrow(
      /it was written by a later version of this program \(2999-01-01-later\)/,
    );
  });
});

onEachDatabase((stores) => {
  describe('the names of former migrations', () => {
    async function recorded(place: StorePlace): Promise<readonly string[]> {
      const db = connectTo(place);
      const rows = await db.selectFrom('kysely_migration').select('name').orderBy('name').execute();
      await db.destroy();
      return rows.map(({ name }) => name);
    }

    it('become those of today where all have run', async () => {
      const place = await stores.place();
      await recordMigrations(place, namesIn(folderWith('196be2db')));
      await (await openStore(place)).close();
      expect(await recorded(place)).toEqual(TODAY);
    });

    it('become those of today where 0.1.0 ended, and the migrations go on', async () => {
      const place = await stores.emptyPlace();
      await writeFirstVersion(place);
      await recordMigrations(place, namesIn(folderWith('0.1.0')));
      const store = await openStore(place);
      expect(await auditBooks(store.read)).toEqual([]);
      await store.close();
      expect(await recorded(place)).toEqual(TODAY);
    });

    it('stay where some have run, and the database is refused', async () => {
      const place = await stores.place();
      const some = namesIn(folderWith('196be2db')).slice(0, 12);
      await recordMigrations(place, some);
      await expect(openStore(place)).rejects.toThrow(BETWEEN);
      expect(await recorded(place)).toEqual(some);
    });
  });
});
