import type { User } from '../../shared/contract/people.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Result } from '../../shared/result.ts';
import type { Db } from '../store/schema.ts';
import type { Contact, EmailContact, PhoneContact } from './contact.ts';
import type { Directory } from './directory.ts';

/** Who asks, as far as the connection shows it. */
export interface Visitor {
  /** The network address. */
  readonly address: string;
  /** Browser and system; empty when they are not known. */
  readonly device: string;
}

/** Somebody with a password: at least one of e-mail and phone. */
export interface NewUser {
  readonly email?: EmailContact;
  readonly phone?: PhoneContact;
  /** False for a phone that was only named; it gives way to whoever shows that it is theirs. True unless told. */
  readonly phoneProven?: boolean;
  readonly password: string;
  readonly invitedBy?: AccountId;
}

/** Whether a step may be taken, asked within the write that takes it; what it uses up is used up with it. */
export type Grant = (transaction: Db) => Promise<boolean>;

export interface Session {
  /** Hash of the token: what may be logged and compared. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly user: User;
}

/** A session as its owner sees it. */
interface SessionView {
  readonly publicId: string;
  readonly device: string;
  readonly createdAt: TimestampMs;
  readonly seenAt: TimestampMs;
  readonly isCurrent: boolean;
}

type Login = Promise<Result<{ readonly token: string; readonly user: User }>>;

/** People and their sessions. Tokens leave this room once, as the answer to a login; only their hashes are kept. */
export interface Accounts {
  /** Opens a demo account with the configured balance; the id is the secret that logs into it. */
  createDemo(): Promise<{ readonly demoId: string }>;
  loginDemo(demoId: string, visitor?: Visitor): Login;
  /** Refuses with 4010, and with 4029 and `retry_after_s` who has guessed too often, right or wrong. */
  login(contact: Contact, password: string, visitor?: Visitor): Login;
  /** Undefined for a token that is unknown, expired or ended. */
  session(token: string): Promise<Session | undefined>;
  endSession(token: string): Promise<void>;
  logout(session: Session): Promise<void>;
  /** Those of the session's account, last seen first. */
  sessions(session: Session): Promise<readonly SessionView[]>;
  /** One of the session's account, by its public id. Refuses with 4004. */
  endSessionOf(session: Session, publicId: string): Promise<Result<null>>;
  /** Told when a session ends for any reason, so that its sockets go quiet. */
  onSessionEnded(listener: (sessionId: string) => void): () => void;
  /**
   * Opens an account for real money, without any. Refuses with 4000, `field` and `reason`, with 4009 when e-mail or phone
   * are taken, and with 4010 without the grant.
   */
  createUser(user: NewUser, grant?: Grant): Promise<Result<User>>;
  /**
   * The account's password, told by a session of it: the grant holds as long as the password stays. Refuses with 4010
   * and, when tried too often, 4029.
   */
  checkPassword(session: Session, password: string): Promise<Result<Grant>>;
  /**
   * Puts another password in place and ends all sessions but the one to keep; the guesses so far are forgotten.
   * Refuses with 4010 without the grant.
   */
  setPassword(account: AccountId, password: string, grant: Grant, keep?: string): Promise<Result<null>>;
  /** For operators. */
  readonly directory: Directory;
  /** Stops looking for sessions that ran out. */
  stop(): void;
}
