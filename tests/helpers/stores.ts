import { describe } from 'vitest';
import { openStore, type Store, type StoreOptions } from '../../server/store/store.ts';
import { atEnd } from './cleanup.ts';
import { dataFolder } from './data-folder.ts';
import { postgresMissing, usePostgres } from './postgres.ts';
import { settingsOf } from './postgres-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface StorePlace extends StoreOptions {
  /** For `DATABASE_URL`; undefined for the embedded database. */
  readonly address: string | undefined;
}

export interface TestStores {
  /** A place where a store can be opened repeatedly on the same data, with all tables. */
  place(): Promise<StorePlace>;
  /** As `place`, without a table. */
  emptyPlace(): Promise<StorePlace>;
  /** Closed at the end of the test. */
  open(): Promise<Store>;
}

/** `npm run verify` runs the half on PostgreSQL of what `npm test` has run on the embedded database. */
const isOnPostgresOnly = process.env['PIPSTREAM_TEST_DATABASES'] === 'postgres';

/** Runs the tests on each available database. */
export function onEachDatabase(tests: (stores: TestStores) => void): void {
  describe.skipIf(isOnPostgresOnly)('in the embedded database', () => {
    const embedded = async (dataDir: string) => ({ dataDir, address: undefined });
    tests(
      storesBy(
        () => embedded(dataFolder()),
        () => embedded(temporaryFolder()),
      ),
    );
  });
  describe.skipIf(postgresMissing)('in PostgreSQL', () => {
    const postgres = usePostgres();
    const on = (address: string) => ({ dataDir: temporaryFolder(), address, database: settingsOf(address) });
    tests(
      storesBy(
        async () => on(await postgres.database()),
        async () => on(await postgres.emptyDatabase()),
      ),
    );
  });
}

const storesBy = (place: TestStores['place'], emptyPlace: TestStores['place']): TestStores => ({
  place,
  emptyPlace,
  open: async () => openTestStore(await place()),
});

/** Closed at the end of the test at the latest. */
export async function openTestStore(options: StoreOptions): Promise<Store> {
  const store = await openStore(options);
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await store.close();
  };
  atEnd(close);
  return { ...store, close };
}
