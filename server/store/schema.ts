import type { Generated, Kysely } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { AccountsSchema } from '../accounts/account-tables.ts';
import type { AlertsSchema } from '../alerts/alert-tables.ts';
import type { ChatSchema } from '../chat/chat-tables.ts';
import type { ClusterSchema } from '../cluster/cluster-tables.ts';
import type { ContentSchema } from '../content/content-tables.ts';
import type { ExchangeSchema } from '../exchange/order-tables.ts';
import type { FactorsSchema } from '../factors/factor-tables.ts';
import type { FavouritesSchema } from '../favourites/favourite-tables.ts';
import type { FeedSchema } from '../feed/candle-tables.ts';
import type { FilesSchema } from '../files/file-tables.ts';
import type { IdentitySchema } from '../identity/identity-tables.ts';
import type { LedgerSchema } from '../ledger/ledger-tables.ts';
import type { LettersSchema } from '../letters/letter-tables.ts';
import type { ListingsSchema } from '../listings/listing-tables.ts';
import type { OperatorLogSchema } from '../ops/operator-log-tables.ts';
import type { PaymentsSchema } from '../payments/payment-tables.ts';
import type { PushSchema } from '../push/push-tables.ts';
import type { SecuritySchema } from '../security/security-tables.ts';
import type { VerificationSchema } from '../verification/verification-tables.ts';

/**
 * All tables. Each room describes its own in `<room>-tables.ts`, which imports only types. Money, prices,
 * volumes and times are integers (see the brands in `shared/domain`), flags are 0 and 1; all values mean the
 * same in SQLite and PostgreSQL.
 */
export interface Schema
  extends AccountsSchema,
    AlertsSchema,
    ChatSchema,
    ClusterSchema,
    ContentSchema,
    ExchangeSchema,
    FactorsSchema,
    FavouritesSchema,
    FeedSchema,
    FilesSchema,
    IdentitySchema,
    LedgerSchema,
    LettersSchema,
    ListingsSchema,
    OperatorLogSchema,
    PaymentsSchema,
    PushSchema,
    SecuritySchema,
    VerificationSchema {
  chain_heads: ChainHeadTable;
  row_seals: RowSealTable;
  sequences: SequenceTable;
  seeds: SeedTable;
}

/** A connection or a transaction on which a room's repository runs its queries. */
export type Db = Kysely<Schema>;

/** The last links of an account's chains, see `chain/chain.ts`: without them, lost last rows would leave a whole chain. */
interface ChainHeadTable {
  account_id: AccountId;
  postings: number;
  postings_hash: string;
  replies: number;
  replies_hash: string;
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
