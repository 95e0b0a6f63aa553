import type { Kysely } from 'kysely';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { AccountsSchema } from '../accounts/account-tables.ts';
import type { ChatSchema } from '../chat/chat-tables.ts';
import type { ContentSchema } from '../content/content-tables.ts';
import type { ExchangeSchema } from '../exchange/order-tables.ts';
import type { FeedSchema } from '../feed/candle-tables.ts';
import type { FilesSchema } from '../files/file-tables.ts';
import type { IdentitySchema } from '../identity/identity-tables.ts';
import type { LedgerSchema } from '../ledger/ledger-tables.ts';
import type { ListingsSchema } from '../listings/listing-tables.ts';
import type { OperatorLogSchema } from '../ops/operator-log-tables.ts';
import type { PaymentsSchema } from '../payments/payment-tables.ts';
import type { VerificationSchema } from '../verification/verification-tables.ts';

/**
 * All tables. Each room describes its own in `<room>-tables.ts`, which imports types alone. Money, prices, volumes and
 * times are integers (see the brands in `shared/domain`), flags 0 and 1; all of it means the same in SQLite and PostgreSQL.
 */
export interface Schema
  extends AccountsSchema,
    ChatSchema,
    ContentSchema,
    ExchangeSchema,
    FeedSchema,
    FilesSchema,
    IdentitySchema,
    LedgerSchema,
    ListingsSchema,
    OperatorLogSchema,
    PaymentsSchema,
    VerificationSchema {
  sequences: SequenceTable;
  seeds: SeedTable;
}

/** A connection to the database, or a transaction on one: what a room's repository runs its queries on. */
export type Db = Kysely<Schema>;

interface SequenceTable {
  name: string;
  next: number;
}

/** First content that was put in once, so that it does not come back when an operator removes it. */
interface SeedTable {
  name: string;
  planted_at: TimestampMs;
}
