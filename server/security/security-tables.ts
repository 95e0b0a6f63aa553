import type { Generated } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { SecurityKind } from './security-kinds.ts';

declare module '../store/schema.ts' {
  interface Schema {
    security_events: SecurityEventTable;
  }
}

interface SecurityEventTable {
  id: Generated<number>;
  /** Of the first event, when the row stands for several. */
  at: TimestampMs;
  kind: SecurityKind;
  account_id: AccountId | null;
  /** IPv4 address, or IPv6 /64; empty if unknown, `various` if the row stands for several. */
  network: string;
  /** Browser and system; empty if unknown. */
  device: string;
  /** Of the first event; empty without a request. */
  request_id: string;
  /** Our own names and numbers only, never a text that somebody typed. */
  detail: string;
  /** Number of equal events that this row stands for. */
  count: number;
}
