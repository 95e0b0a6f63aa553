import type { Copies } from './copies/copies.ts';
import type { Examination, ExamineOptions } from './first-check.ts';
import type { Db } from './schema.ts';

/** The open database below a store, with its tables migrated. */
export interface Database {
  /** Reads committed data; never waits for a write. */
  readonly reader: Db;
  /**
   * The one writing connection. Its commits are durable when they return, or after the next `sync` if there
   * is one.
   */
  readonly writer: Db;
  /** @see Store.apart Default: `writer`. */
  readonly apart?: Db;
  /**
   * True if an error makes all later statements of its transaction fail, its commit too: they may be sent before the
   * error is known.
   */
  readonly abortsOnError: boolean;
  /** Resolves when all earlier commits are on the disk. */
  readonly sync?: () => Promise<void>;
  /** Size of the log before the database's file; absent where a server keeps it. */
  readonly logBytes?: () => number;
  /** False while the database cannot be read or written, for example while its server is unreachable. */
  isReachable(): boolean;
  /** Undefined if the database has its own backup tools. */
  readonly copies: Copies | undefined;
  /** @see Store.examine */
  examine(how: ExamineOptions): Examination;
  close(): Promise<void>;
}
