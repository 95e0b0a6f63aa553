import type { Copies } from './copies/copies.ts';
import type { Db } from './schema.ts';

/** What lies below a store, its tables in place. */
export interface Database {
  /** Sees what is committed, and never waits for a write. */
  readonly reader: Db;
  /** One connection, whose commits are on the disk when they return, or with the next `sync` where there is one. */
  readonly writer: Db;
  /** Resolves when all that was committed before is on the disk. */
  readonly sync?: () => Promise<void>;
  /** False while it can neither be read nor written, as when its server is away. */
  isReachable(): boolean;
  /** Undefined where the database's own tools make them. */
  readonly copies: Copies | undefined;
  close(): Promise<void>;
}
