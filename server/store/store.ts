import { type Clock, systemClock } from '../clock.ts';
import { NOBODY } from './chain-heads.ts';
import type { Copies } from './copies/copies.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import type { Examination, ExamineOptions } from './first-check.ts';
import { lockFolder } from './lock-folder.ts';
import type { Sharing } from './postgres/lock.ts';
import { openPostgres } from './postgres/open.ts';
import { type Patience, USUAL_PATIENCE } from './postgres/writer.ts';
import type { Db } from './schema.ts';
import type { DatabaseSettings } from './settings.ts';
import { createWriteQueue, type Fence, type Write } from './write-queue.ts';

/**
 * The database of one exchange: opens it, locks it for one process, reads, and writes one transaction after
 * the other. Every room's repository uses `read` or the transaction of a `write`. Queries, records and rules
 * stay in the rooms; the store knows only the types of their tables, and has `audit` check the books of a copy.
 */
export interface Store {
  /** Sees committed data. The database refuses writes on it. */
  readonly read: Db;
  /**
   * Runs one piece of work after the other, each completely or not at all, and resolves after the commit.
   * Rejects with the error that `work` throws, or with UnavailableError; then nothing of it is stored. Rejects
   * with another error when the commit got no definite answer; then it may be stored.
   */
  readonly write: Write;
  /**
   * Resolves when every commit that `read` can see is on the disk. Await it before acknowledging what was only read:
   * a commit is visible before its flush, and stays so when the flush fails. Rejects as `write` does.
   */
  flushed(): Promise<void>;
  /**
   * For single statements on rows that only `apart` writes: each is committed at once, in no order with those of `write`, and
   * may be lost when the database's server crashes. The embedded database, which no other process shares, has its writer there.
   */
  readonly apart: Db;
  /** Resolves when the current writes are done; undefined if there are none. */
  writing(): Promise<void> | undefined;
  /** Number of writes that wait for their turn. */
  waiting(): number;
  /** Size of the embedded database's log; 0 where a server keeps it. */
  logBytes(): number;
  /** True while the disk doesn't answer: what it was given is undecided, every other write is refused. */
  isStalled(): boolean;
  /** @returns unsubscribe */
  onStalled(listener: () => void): () => void;
  /** Backups of the live database; undefined if the database has its own backup tools. */
  readonly copies: Copies | undefined;
  /** Proves the books, and reads the pages unless opening did, without holding up anybody. */
  examine(how: ExamineOptions): Examination;
  /** False while the database's server is unreachable: nothing can be read or written then. */
  isReachable(): boolean;
  /** Waits for the current writes, then releases the database and the data folder. */
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Created if missing, and locked until `close`. */
  readonly dataDir: string;
  /** Default: the embedded database in that folder. */
  readonly database?: DatabaseSettings;
  /** On a server; an embedded database is always held alone. Default: `sole`. */
  readonly sharing?: Sharing;
  /** @see WriterOptions.onWaiting */
  readonly onWaiting?: ((sentence: string) => void) | undefined;
  /** @see WriterOptions.isAble */
  readonly isAble?: (() => boolean) | undefined;
  /** Says which accounts this process alone deals for, where a database is shared. Default: none. */
  readonly fence?: Fence | undefined;
  /** Receives a line about what opening has put right. Default: standard error. */
  readonly log?: (line: string) => void;
  /**
   * Called with a sentence when the database's server is unreachable, and when it is back. Default: standard
   * error.
   */
  readonly report?: (sentence: string) => void;
  /** Called once, with a sentence, when this process will not write again. Default: `report`. */
  readonly onLost?: (sentence: string) => void;
  readonly patience?: Patience;
  /** Receives the duration in ms of each flush to the disk; none where a commit does it itself. */
  readonly onFlush?: (ms: number) => void;
  /** For the time limits. Default: the system's. */
  readonly clock?: Clock;
}

/**
 * Opens the database, which one process at a time holds unless it is shared.
 * @throws StoreError with a sentence for the operator: the folder or the database is in use or not writable,
 * or the database is unreachable, damaged or of a later version
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const unlock = lockFolder(options.dataDir, systemClock.now(), options.log ?? console.error);
  try {
    return storeOn(await openDatabase(options), unlock, options);
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Of a process that serves people, whose session no other one ends. Others wait for its rows meanwhile: shorter than a probe of
 * their health may take.
 */
const STANDSTILL_MS = 1_000;

function openDatabase(options: StoreOptions): Promise<Database> {
  const {
    database = { kind: 'embedded' },
    report = console.error,
    onLost = report,
    patience = USUAL_PATIENCE,
    clock = systemClock,
    sharing = 'sole',
  } = options;
  if (database.kind === 'embedded') return openEmbedded(options.dataDir);
  const { server } = database;
  const { onWaiting, isAble, fence } = options;
  const isServing = sharing === 'people' && fence === undefined;
  const standstillMs = sharing === 'sole' ? 0 : isServing ? STANDSTILL_MS : patience.giveUpMs;
  return openPostgres({ server, clock, report, onLost, onWaiting, isAble, patience, sharing, standstillMs });
}

/** @param unlock releases the data folder */
export function storeOn(
  database: Database,
  unlock: () => void,
  {
    clock = systemClock,
    patience: { answerMs: stallMs } = USUAL_PATIENCE,
    onFlush,
    sharing,
    fence,
  }: StoreOptions,
): Store {
  const {
    reader,
    writer,
    apart = writer,
    abortsOnError,
    sync,
    copies,
    examine,
    isReachable,
    logBytes = () => 0,
  } = database;
  const queue = createWriteQueue({
    db: writer,
    abortsOnError,
    owner: fence ?? (sharing === 'people' || sharing === 'feed' ? NOBODY : undefined),
    fence,
    sync,
    clock,
    stallMs,
    onFlush,
  });
  return {
    read: reader,
    write: queue.write,
    apart,
    flushed: queue.flushed,
    writing: queue.idle,
    waiting: queue.waiting,
    logBytes,
    isStalled: queue.isStalled,
    onStalled: queue.onStalled,
    copies,
    examine,
    isReachable,
    async close() {
      await queue.idle();
      await database.close();
      unlock();
    },
  };
}
