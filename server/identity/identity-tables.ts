import type { Generated } from 'kysely';

/** Papers sent for real-name verification: every submission stays, the latest of an account counts. */
export interface IdentitySchema {
  identity_papers: IdentityPaperTable;
}

interface IdentityPaperTable {
  id: Generated<number>;
  account_id: number;
  name: string;
  card_id: string;
  front_file: string;
  reverse_file: string;
  /** 'waiting', 'approved' or 'rejected'. */
  status: string;
  remark: string;
  created_at: number;
  reviewed_at: number | null;
}
