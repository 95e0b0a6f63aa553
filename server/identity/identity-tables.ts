import type { Generated } from 'kysely';
import type { Brand } from '../../shared/brand.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { FileId } from '../files/file-tables.ts';

/** Papers sent for real-name verification: every submission stays, the latest of an account counts. */
declare module '../store/schema.ts' {
  interface Schema {
    identity_papers: IdentityPaperTable;
  }
}

/** Identifies one set of papers that an account sent. */
export type PapersId = Brand<number, 'PapersId'>;

export const PAPERS_STATUSES = ['waiting', 'approved', 'rejected'] as const;
export type PapersStatus = (typeof PAPERS_STATUSES)[number];

interface IdentityPaperTable {
  id: Generated<PapersId>;
  account_id: AccountId;
  name: string;
  card_id: string;
  front_file: FileId;
  reverse_file: FileId;
  status: PapersStatus;
  /** The reason for a rejection, as the user reads it; empty otherwise. */
  remark: string;
  created_at: TimestampMs;
  reviewed_at: TimestampMs | null;
}
