import type { Kysely } from 'kysely';
import { systemClock } from '../clock.ts';
import { accountRepository } from './accounts.ts';
import { candleRepository } from './candles.ts';
import { chatRepository } from './chat.ts';
import { companyRepository } from './companies.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { fileRepository } from './files.ts';
import { guessRepository } from './guesses.ts';
import { identityRepository } from './identity.ts';
import { leaderRepository } from './leaders.ts';
import { ledgerRepository } from './ledger.ts';
import { listingRepository } from './listings.ts';
import { lockFolder } from './lock.ts';
import { newsRepository } from './news.ts';
import { takeNumbers } from './numbers.ts';
import { operatorLogRepository } from './operator-log.ts';
import { orderRepository } from './orders.ts';
import { paymentRepository } from './payments.ts';
import { openPostgres } from './postgres/open.ts';
import { type Patience, USUAL_PATIENCE } from './postgres/writer.ts';
import { replyRepository } from './replies.ts';
import type { Schema } from './schema.ts';
import { seedRepository } from './seeds.ts';
import { sessionRepository } from './sessions.ts';
import type { DatabaseSettings } from './settings.ts';
import type { Store, Writing } from './store.ts';
import { verificationRepository } from './verification.ts';
import { createWriteQueue } from './write-queue.ts';

export interface StoreOptions {
  /** Made when absent, and held until `close`. */
  readonly dataDir: string;
  /** Default: the embedded one, in that folder. */
  readonly database?: DatabaseSettings;
  /** Told, in a sentence, that the database's server is away, and that it is back. */
  readonly report?: (sentence: string) => void;
  /** Told once, in a sentence, that this process will not write again. */
  readonly onLost?: (sentence: string) => void;
  readonly patience?: Patience;
}

/**
 * Opens the database, which one process at a time holds.
 * @throws StoreError, whose message is a sentence for the operator: the folder or the database is in use or cannot be
 * written, or the database is out of reach, damaged or of a later version
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const unlock = lockFolder(options.dataDir, systemClock.now());
  try {
    return storeOn(await openDatabase(options), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function openDatabase(options: StoreOptions): Promise<Database> {
  const { database = { kind: 'embedded' }, report = console.error, onLost = report, patience } = options;
  if (database.kind === 'embedded') return openEmbedded(options.dataDir);
  const { server } = database;
  return openPostgres({ server, clock: systemClock, report, onLost, patience: patience ?? USUAL_PATIENCE });
}

function storeOn(database: Database, unlock: () => void): Store {
  const { reader, writer, copies, isReachable } = database;
  const queue = createWriteQueue(writer, database.sync);
  return {
    read: repositories(reader),
    candles: candleRepository(reader, queue.write),
    write: (work) => queue.write((transaction) => work(repositories(transaction))),
    writing: queue.idle,
    copies,
    isReachable,
    async close() {
      await queue.idle();
      await database.close();
      unlock();
    },
  };
}

/** All queries on one connection, or in one transaction. */
export const repositories = (db: Kysely<Schema>) => ({
  accounts: accountRepository(db),
  sessions: sessionRepository(db),
  guesses: guessRepository(db),
  verification: verificationRepository(db),
  orders: orderRepository(db),
  ledger: ledgerRepository(db),
  replies: replyRepository(db),
  payments: paymentRepository(db),
  files: fileRepository(db),
  identity: identityRepository(db),
  leaders: leaderRepository(db),
  listings: listingRepository(db),
  operatorLog: operatorLogRepository(db),
  news: newsRepository(db),
  companies: companyRepository(db),
  chat: chatRepository(db),
  seeds: seedRepository(db),
  takeNumbers: ((sequence, count) => takeNumbers(db, sequence, count)) satisfies Writing['takeNumbers'],
});
