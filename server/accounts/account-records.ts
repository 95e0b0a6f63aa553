import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Book } from '../ledger/posting.ts';

export interface AccountRecord {
  readonly id: AccountId;
  readonly book: Book;
  readonly email: string | undefined;
  /** With a plus and the dialling code. */
  readonly phone: string | undefined;
  /** The phone's dialling code, without a plus. */
  readonly areaCode: string | undefined;
  /** False for a phone that was only named beside an e-mail: whoever has it has not shown that it is theirs. */
  readonly phoneProven: boolean;
  readonly passwordHash: string | undefined;
  readonly inviteCode: string;
  readonly invitedBy: AccountId | undefined;
  readonly createdAt: TimestampMs;
}

interface NewAccount
  extends Pick<AccountRecord, 'book' | 'email' | 'phone' | 'passwordHash' | 'inviteCode' | 'createdAt'>,
    Partial<Pick<AccountRecord, 'areaCode' | 'phoneProven' | 'invitedBy'>> {
  readonly demoHash: string | undefined;
}

export interface AccountReads {
  byId(id: AccountId): Promise<AccountRecord | undefined>;
  byContact(kind: 'email' | 'phone', contact: string): Promise<AccountRecord | undefined>;
  byDemoHash(hash: string): Promise<AccountRecord | undefined>;
  byInviteCode(code: string): Promise<AccountRecord | undefined>;
  /** Those of whom e-mail or phone contain the text, or all without one; newest first. */
  search(text: string | undefined, offset: number, limit: number): Promise<readonly AccountRecord[]>;
  count(text: string | undefined): Promise<number>;
  countInvited(by: AccountId): Promise<number>;
}

export interface AccountWrites {
  byId(id: AccountId): Promise<AccountRecord | undefined>;
  /** Also opens its ledger accounts, empty. Undefined when e-mail, phone or invite code are taken. */
  insert(account: NewAccount): Promise<AccountId | undefined>;
  setPassword(id: AccountId, passwordHash: string): Promise<void>;
  /** Takes a phone that is not proven from whom has it, for the one who proves it. */
  releaseUnproven(phone: string): Promise<void>;
}

export interface SessionRecord {
  /** Hash of the token. */
  readonly id: string;
  /** Names it to its owner; tells nothing about the token. */
  readonly publicId: string;
  readonly accountId: AccountId;
  /** Browser and system; empty when they are not known. */
  readonly device: string;
  readonly createdAt: TimestampMs;
  readonly seenAt: TimestampMs;
  readonly expiresAt: TimestampMs;
}

export interface SessionReads {
  find(id: string): Promise<SessionRecord | undefined>;
  expired(now: TimestampMs): Promise<readonly string[]>;
  /** Those that have not run out, last seen first. */
  ofAccount(account: AccountId, now: TimestampMs): Promise<readonly SessionRecord[]>;
}

export interface SessionWrites {
  insert(session: SessionRecord): Promise<void>;
  /** Notes that it is in use. */
  touch(id: string, seenAt: TimestampMs, expiresAt: TimestampMs): Promise<void>;
  /** @returns whether it was there */
  remove(id: string): Promise<boolean>;
  /** All of an account but the one to keep. @returns their ids */
  removeOf(account: AccountId, keep?: string): Promise<readonly string[]>;
  /** Those seen longest ago, so that no more than `limit` are left. @returns their ids */
  removeOldest(account: AccountId, limit: number): Promise<readonly string[]>;
}
