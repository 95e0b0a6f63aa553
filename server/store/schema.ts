import type { Generated, Kysely } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';

/**
 * All tables. Each room adds its own in `<room>-tables.ts`, which imports only types. Money, prices, volumes and times are
 * integers (see the brands in `shared/domain`), flags are 0 and 1; all values mean the same in SQLite and PostgreSQL.
 */
export interface Schema {
  account_chains: AccountChainTable;
  row_seals: RowSealTable;
  sequences: SequenceTable;
  seeds: SeedTable;
}

/** A connection or a transaction on which a room's repository runs its queries. */
export type Db = Kysely<Schema>;

/** The last links of an account's chains, see `chain/chain.ts`: without them, lost last rows would leave a whole chain. */
interface AccountChainTable {
  account_id: AccountId;
  postings: number;
  postings_hash: string;
  replies: number;
  replies_hash: string;
  events: Generated<number>;
  events_hash: Generated<string>;
  /** The last reply that was deleted for its age: the chain goes on from here. */
  replies_gone: number;
  replies_gone_hash: string;
  /** How often the account's orders and money were changed. */
  n: Generated<number>;
}

/** Digest of a row of another table, see `chain/row-seals.ts`. A row that is lost leaves its seal. */
interface RowSealTable {
  of_table: string;
  row_key: string;
  seal: string;
}

interface SequenceTable {
  name: string;
  next: number;
}

/** Initial content that was inserted once, so that it does not return after an operator removes it. */
interface SeedTable {
  name: string;
  planted_at: TimestampMs;
}
