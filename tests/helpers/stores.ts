import { describe } from 'vitest';
import { openStore, type Store, type StoreOptions } from '../../server/store/store.ts';
import { postgresMissing, settingsOf, usePostgres } from './postgres.ts';
import { temporaryFolder } from './temporary-folder.ts';

export interface StorePlace extends StoreOptions {
  /** For `DATABASE_URL`; undefined for the embedded database. */
  readonly address: string | undefined;
}

export interface TestStores {
  /** A place where a store can be opened repeatedly on the same data. */
  place(): Promise<StorePlace>;
  open(): Promise<Store>;
}

/** Runs the tests on each available database. */
export function onEachDatabase(tests: (stores: TestStores) => void): void {
  describe('in the embedded database', () => {
    tests(storesBy(async () => undefined));
  });
  describe.skipIf(postgresMissing)('in PostgreSQL', () => {
    const postgres = usePostgres();
    tests(storesBy(postgres.database));
  });
}

function storesBy(database: () => Promise<string | undefined>): TestStores {
  const place = async () => {
    const address = await database();
    return {
      dataDir: temporaryFolder(),
      address,
      ...(address === undefined ? {} : { database: settingsOf(address) }),
    };
  };
  return { place, open: async () => openStore(await place()) };
}
