import { join } from 'node:path';
import { Kysely, SqliteDialect } from 'kysely';
import { systemClock } from '../clock.ts';
import { accountRepository } from './accounts.ts';
import { candleRepository } from './candles.ts';
import { ledgerRepository } from './ledger.ts';
import { lockFolder, StoreError } from './lock.ts';
import { migrate } from './migrations.ts';
import { takeNumbers } from './numbers.ts';
import { orderRepository } from './orders.ts';
import { replyRepository } from './replies.ts';
import type { Schema } from './schema.ts';
import { sessionRepository } from './sessions.ts';
import { openSqlite } from './sqlite.ts';
import type { Store, Writing } from './store.ts';
import { createWriteQueue } from './write-queue.ts';

/**
 * Opens the embedded database of a data folder, which is made when absent and held until `close`.
 * @throws StoreError, whose message is a sentence for the operator: the folder is in use or cannot be
 * written, or its database is damaged or of a later version
 */
export async function openStore(options: { readonly dataDir: string }): Promise<Store> {
  const unlock = lockFolder(options.dataDir, systemClock.now());
  try {
    return await openDatabase(join(options.dataDir, 'pipstream.db'), unlock);
  } catch (error) {
    unlock();
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`The database in ${options.dataDir} cannot be opened: ${reason}.`, { cause: error });
  }
}

/** Reads go by a connection of their own: they never see what is not committed, and never wait for a write. */
async function openDatabase(path: string, unlock: () => void): Promise<Store> {
  const writer = connect(path, false);
  try {
    await migrate(writer);
  } catch (error) {
    await writer.destroy();
    throw error;
  }
  const reader = connect(path, true);
  const queue = createWriteQueue(writer);
  return {
    read: repositories(reader),
    candles: candleRepository(reader, queue.write),
    write: (work) => queue.write((transaction) => work(repositories(transaction))),
    async close() {
      await queue.idle();
      await reader.destroy();
      await writer.destroy();
      unlock();
    },
  };
}

const connect = (path: string, readOnly: boolean) =>
  new Kysely<Schema>({ dialect: new SqliteDialect({ database: openSqlite(path, readOnly) }) });

const repositories = (db: Kysely<Schema>) => ({
  accounts: accountRepository(db),
  sessions: sessionRepository(db),
  orders: orderRepository(db),
  ledger: ledgerRepository(db),
  replies: replyRepository(db),
  takeNumbers: ((sequence, count) => takeNumbers(db, sequence, count)) satisfies Writing['takeNumbers'],
});
