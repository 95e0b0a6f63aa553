import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';

declare module '../store/schema.ts' {
  interface Schema {
    owner_letters: OwnerLetterTable;
  }
}

/** When an owner was sent a letter of a kind, to bound how many follow; not what it said. Rows of a day. */
interface OwnerLetterTable {
  account_id: AccountId;
  kind: string;
  sent_at: TimestampMs;
}
