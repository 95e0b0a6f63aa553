import { systemClock } from '../clock.ts';
import type { Copies } from './copies/copies.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { lockFolder } from './lock.ts';
import { openPostgres } from './postgres/open.ts';
import { type Patience, USUAL_PATIENCE } from './postgres/writer.ts';
import type { Db } from './schema.ts';
import type { DatabaseSettings } from './settings.ts';
import { createWriteQueue, type Write } from './write-queue.ts';

/**
 * The database of one exchange: opening it, holding it for one process, reading, and writing in turn. Every room's
 * repository takes `read` or the transaction of a `write`; queries, records and rules stay in the rooms, and of them the
 * store knows only the types of their tables.
 */
export interface Store {
  /** Sees what is committed. It cannot write: the database refuses. */
  readonly read: Db;
  /**
   * Runs one piece of work after the other, each as a whole or not at all, and resolves after the commit. Rejects with the
   * error that `work` throws, or when the commit fails; then nothing of it is stored.
   */
  readonly write: Write;
  /** Resolves when the writes under way are done; undefined when no write is under way. */
  writing(): Promise<void> | undefined;
  /** Copies of the database made while it is in use; undefined where the database's own tools make them. */
  readonly copies: Copies | undefined;
  /** False while the database's server is away: nothing can be read or written then. */
  isReachable(): boolean;
  /** Waits for the writes under way, then releases the database and the data folder. */
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Made when absent, and held until `close`. */
  readonly dataDir: string;
  /** Default: the embedded one, in that folder. */
  readonly database?: DatabaseSettings;
  /** Called with a sentence when the database's server is away, and when it is back. Default: standard error. */
  readonly report?: (sentence: string) => void;
  /** Called once, with a sentence, when this process will not write again. Default: `report`. */
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
    read: reader,
    write: queue.write,
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
