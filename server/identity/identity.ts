import type { Brand } from '../../shared/brand.ts';
import type { Review } from '../../shared/contract/people.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Result } from '../../shared/result.ts';
import type { PapersRecord } from './identity-repository.ts';

/** Names one set of papers that an account sent. */
export type PapersId = Brand<number, 'PapersId'>;

export const PAPERS_STATUSES = ['waiting', 'approved', 'rejected'] as const;
export type PapersStatus = (typeof PAPERS_STATUSES)[number];

/** What the form carries: texts as they were typed, pictures as links that an upload answered with. */
export interface Papers {
  readonly name: string;
  readonly cardId: string;
  readonly frontUrl: string;
  readonly reverseUrl: string;
}

/** Real-name verification. Name and number are personal: they are in no log, no fault and no address. */
export interface Identity {
  /** Where an account stands; after a rejection the form again, with the remark. */
  review(account: AccountId): Promise<Review>;
  /** Refuses with 4000 and `field`, and with 4009 while earlier papers are under review or accepted. */
  submit(account: AccountId, papers: Papers): Promise<Result<Review>>;
  /** For operators, oldest first. */
  list(status: PapersStatus): Promise<readonly PapersRecord[]>;
  find(id: PapersId): Promise<PapersRecord | undefined>;
  /** Once, and only what is waiting: 4009 otherwise, 4004 for none at all. */
  approve(id: PapersId): Promise<Result<null>>;
  /** As `approve`; `remark` tells the user why: 4000 (`remark`) when it is empty or too long. */
  reject(id: PapersId, remark: string): Promise<Result<null>>;
}
