import type { Kysely } from 'kysely';
import { accountRepository } from '../accounts/account-repository.ts';
import { guessRepository } from '../accounts/guess-repository.ts';
import { sessionRepository } from '../accounts/session-repository.ts';
import { chatRepository } from '../chat/chat-repository.ts';
import { systemClock } from '../clock.ts';
import { companyRepository } from '../content/company-repository.ts';
import { newsRepository } from '../content/news-repository.ts';
import { orderRepository } from '../exchange/order-repository.ts';
import { replyRepository } from '../exchange/reply-repository.ts';
import { candleRepository } from '../feed/candle-repository.ts';
import { fileRepository } from '../files/file-repository.ts';
import { identityRepository } from '../identity/identity-repository.ts';
import { ledgerRepository } from '../ledger/ledger-repository.ts';
import { listingRepository } from '../listings/listing-repository.ts';
import { operatorLogRepository } from '../ops/operator-log-repository.ts';
import { paymentRepository } from '../payments/payment-repository.ts';
import { verificationRepository } from '../verification/verification-repository.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { lockFolder } from './lock.ts';
import { takeNumbers } from './numbers.ts';
import { openPostgres } from './postgres/open.ts';
import { type Patience, USUAL_PATIENCE } from './postgres/writer.ts';
import type { Schema } from './schema.ts';
import { seedRepository } from './seeds.ts';
import type { DatabaseSettings } from './settings.ts';
import type { Store, Writing } from './store.ts';
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
  listings: listingRepository(db),
  operatorLog: operatorLogRepository(db),
  news: newsRepository(db),
  companies: companyRepository(db),
  chat: chatRepository(db),
  seeds: seedRepository(db),
  takeNumbers: ((sequence, count) => takeNumbers(db, sequence, count)) satisfies Writing['takeNumbers'],
});
