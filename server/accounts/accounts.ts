import { CODE } from '../../shared/contract/codes.ts';
import type { User } from '../../shared/contract/people.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Store } from '../store/store.ts';
import { accountRepository } from './account-repository.ts';
import type { Contact } from './contact.ts';
import {
  checkPassword,
  createDemo,
  createUser,
  login,
  loginDemo,
  type NewUser,
  setPassword,
} from './credentials.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createGuesses } from './guesses.ts';
import { createPasswords, type Passwords } from './password.ts';
import { hashSecret } from './secret.ts';
import { createSessions, type Grant, type Session } from './sessions.ts';
import { toUser } from './user.ts';
import type { Visitor } from './visitor.ts';

/** A session as its owner sees it. */
interface SessionView {
  readonly publicId: string;
  readonly device: string;
  readonly createdAt: TimestampMs;
  readonly seenAt: TimestampMs;
  readonly isCurrent: boolean;
}

type Login = Promise<Result<{ readonly token: string; readonly user: User }>>;

/**
 * People and their sessions: owns accounts, passwords, sessions and login limits. The HTTP calls, the socket
 * and the operator's commands call it. A token leaves this room once, in the reply to a login; only hashes
 * are stored. No balances, orders or proof of a contact here: those belong to ledger, exchange and
 * verification.
 */
export interface Accounts {
  /** Opens a demo account with the configured balance; the id is the secret that logs into it. */
  createDemo(): Promise<{ readonly demoId: string }>;
  loginDemo(demoId: string, visitor?: Visitor): Login;
  /**
   * Refuses with 4010. Refuses with 4029 and `retry_after_s` after too many attempts, even if the password is
   * right.
   */
  login(contact: Contact, password: string, visitor?: Visitor): Login;
  /** Undefined for a token that is unknown, expired or ended. */
  session(token: string): Promise<Session | undefined>;
  endSession(token: string): Promise<void>;
  logout(session: Session): Promise<void>;
  /** The sessions of this session's account, last seen first. */
  sessions(session: Session): Promise<readonly SessionView[]>;
  /** Ends one session of the same account, by its public id. Refuses with 4004. */
  endSessionOf(session: Session, publicId: string): Promise<Result<null>>;
  /** Called when a session ends for any reason, so that its sockets stop. */
  onSessionEnded(listener: (sessionId: string) => void): () => void;
  /**
   * Opens an empty account for real money. Refuses with 4000, `field` and `reason`; with 4009 if e-mail or
   * phone are taken; with 4010 without the grant.
   */
  createUser(user: NewUser, grant?: Grant): Promise<Result<User>>;
  /**
   * Checks the account's password for one of its sessions. The grant is valid until the password changes.
   * Refuses with 4010, and with 4029 after too many attempts.
   */
  checkPassword(session: Session, password: string): Promise<Result<Grant>>;
  /**
   * Replaces the password, ends all sessions except the one to keep and clears the failed attempts. Refuses
   * with 4010 without the grant.
   */
  setPassword(account: AccountId, password: string, grant: Grant, keep?: string): Promise<Result<null>>;
  /** For operators. */
  readonly directory: Directory;
  /** Stops the periodic removal of expired sessions. */
  stop(): void;
}

export interface AccountsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: { readonly demoBalance: Money };
  /** Receives errors of background work. */
  readonly report?: (error: unknown) => void;
  /** Password hashing. Default: scrypt. */
  readonly passwords?: Passwords;
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { store, clock, random } = deps;
  const report = deps.report ?? ((error: unknown) => console.error(error));
  const sessions = createSessions({ store, clock, random, report });
  const passwords = deps.passwords ?? createPasswords(random);
  const room = { store, clock, random, sessions, passwords, guesses: createGuesses({ store, clock }) };

  return {
    createDemo: () => createDemo(deps),
    loginDemo: (demoId, visitor) => loginDemo(room, demoId, visitor),
    login: (contact, password, visitor) => login(room, contact, password, visitor),
    async session(token) {
      const found = await sessions.find(token);
      const account = found && (await accountRepository(store.read).byId(found.accountId));
      return account && { id: found.id, accountId: account.id, user: toUser(account) };
    },
    endSession: (token) => sessions.end(hashSecret(token)),
    logout: ({ id }) => sessions.end(id),
    async sessions(session) {
      const all = await sessions.ofAccount(session.accountId);
      return all.map((one) => ({ ...one, isCurrent: one.id === session.id }));
    },
    async endSessionOf(session, publicId) {
      const all = await sessions.ofAccount(session.accountId);
      const found = all.find((one) => one.publicId === publicId);
      if (found === undefined) return err(refusal(CODE.notFound));
      await sessions.end(found.id);
      return ok(null);
    },
    onSessionEnded: (listener) => sessions.onEnded(listener),
    createUser: (user, grant) => createUser(room, user, grant),
    checkPassword: (session, password) => checkPassword(room, session, password),
    setPassword: (account, password, grant, keep) => setPassword(room, account, password, grant, keep),
    directory: createDirectory(store, sessions),
    stop: () => sessions.stop(),
  };
}
