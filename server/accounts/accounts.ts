import { CODE } from '../../shared/contract/codes.ts';
import type { WireUser } from '../../shared/contract/session.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { Restriction } from '../../shared/domain/allowed.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Contact } from '../contact.ts';
import type { Random } from '../random.ts';
import type { SecurityRecorder } from '../security/security.ts';
import type { Store } from '../store/store.ts';
import type { Key } from '../verification/key.ts';
import type { Visitor } from '../visitor.ts';
import { type AccountRecord, accountRepository } from './account-repository.ts';
import {
  checkPassword,
  createDemo,
  createUser,
  login,
  loginDemo,
  type NewUser,
  namesOf,
  setPassword,
} from './credentials.ts';
import { createGuesses, factorAttempts, type Guesses } from './guesses.ts';
import { createPasswords, type Passwords } from './password.ts';
import { createPlaces } from './places.ts';
import type { Proof, ProofCheck } from './read-proof.ts';
import { restrictionRepository } from './restriction-repository.ts';
import { sessionRepository } from './session-repository.ts';
import { createSessions, type Grant, type Session, type Sessions } from './sessions.ts';
import { contactsOf, toUser } from './user.ts';

/** A session as its owner sees it. */
interface SessionView {
  readonly publicId: string;
  readonly device: string;
  readonly createdAt: TimestampMs;
  readonly seenAt: TimestampMs;
  readonly isCurrent: boolean;
}

type Login = Promise<Result<{ readonly token: string; readonly user: WireUser }>>;

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
   * right, and when too many others of its network wait. Refuses as `ProofCheck.prove` does, when the password is right, and
   * then with 4011 if the operator has blocked the account.
   */
  login(contact: Contact, password: string, visitor?: Visitor, proof?: Proof): Login;
  /** Undefined for a token that is unknown, expired or ended. */
  session(token: string): Promise<Session | undefined>;
  logout(session: Session, visitor?: Visitor): Promise<void>;
  /** The sessions of this session's account, last seen first. */
  sessions(session: Session): Promise<readonly SessionView[]>;
  /** Ends one session of the same account, by its public id. Refuses with 4004. */
  endSessionOf(session: Session, publicId: string, visitor?: Visitor): Promise<Result<null>>;
  /** Called when a session ends for any reason, so that its sockets stop. */
  onSessionEnded(listener: (sessionId: string) => void): () => void;
  /**
   * Opens an empty account for real money. Refuses with 4000, `field` and `reason`; with 4009 if e-mail or
   * phone are taken; with 4010 without the grant.
   */
  createUser(user: NewUser, grant?: Grant, visitor?: Visitor): Promise<Result<WireUser>>;
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
  /** Hashes the places that owners log in from. */
  readonly key: Key;
  readonly settings: { readonly demoBalance: Money };
  /** Receives errors of background work. */
  readonly report?: (error: unknown) => void;
  /** Password hashing. Default: scrypt. */
  readonly passwords?: Passwords;
  /** Asked at login. */
  readonly factors: ProofCheck;
  readonly security?: SecurityRecorder;
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { store, clock, random, factors, security } = deps;
  const report = deps.report ?? ((error: unknown) => console.error(error));
  const sessions = createSessions({ store, clock, random, report });
  const passwords = deps.passwords ?? createPasswords(random);
  const room = {
    store,
    clock,
    random,
    sessions,
    passwords,
    guesses: createGuesses({ store, clock }),
    places: createPlaces(clock, deps.key),
    factors,
    security,
  };

  return {
    createDemo: () => createDemo(deps),
    loginDemo: (demoId, visitor) => loginDemo(room, demoId, visitor),
    login: (contact, password, visitor, proof) => login(room, contact, password, visitor, proof),
    async session(token) {
      const found = await sessions.find(token);
      if (found === undefined) return undefined;
      const { id, accountId } = found;
      return { id, accountId, user: toUser({ ...found, id: accountId }) };
    },
    async logout({ id, accountId, user }, visitor) {
      // A client sends it on its socket and as a call: the first one ends the session.
      const wasThere = await sessions.end(id);
      if (wasThere && user.is_demo === 0) security?.record({ kind: 'logout', account: accountId, visitor });
    },
    async sessions(session) {
      const all = await sessions.ofAccount(session.accountId);
      return all.map((one) => ({ ...one, isCurrent: one.id === session.id }));
    },
    async endSessionOf(session, publicId, visitor) {
      const all = await sessions.ofAccount(session.accountId);
      const found = all.find((one) => one.publicId === publicId);
      if (found === undefined) return err(refusal(CODE.notFound));
      await sessions.end(found.id);
      security?.record({
        kind: 'session_ended',
        account: session.accountId,
        visitor,
        detail: `session ${publicId}`,
      });
      return ok(null);
    },
    onSessionEnded: (listener) => sessions.onEnded(listener),
    createUser: (user, grant, visitor) => createUser(room, user, grant, visitor),
    checkPassword: (session, password) => checkPassword(room, session, password),
    setPassword: (account, password, grant, keep) => setPassword(room, account, password, grant, keep),
    directory: createDirectory(store, sessions, room.guesses),
    stop: () => sessions.stop(),
  };
}

/** A user as shown to an operator. */
interface Person {
  readonly account: AccountRecord;
  /** The active sessions, latest first. */
  readonly sessions: readonly { readonly device: string; readonly seenAt: number }[];
  /** Number of accounts that registered with this account's invite code. */
  readonly invited: number;
  readonly restriction: Restriction | undefined;
}

/** Lookups and actions on accounts for operators. */
interface Directory {
  /** @param text part of an e-mail or phone; without it, all accounts. Newest first; `page` starts at 1 */
  find(
    text: string | undefined,
    page: number,
  ): Promise<{ readonly list: readonly AccountRecord[]; readonly total: number }>;
  person(id: AccountId): Promise<Person | undefined>;
  /** @returns the number of ended sessions; undefined if there is no such account */
  endSessions(id: AccountId): Promise<number | undefined>;
  /**
   * Forgets the wrong passwords, so that logins are not refused.
   * @returns how many there were, and the account's contacts; undefined if there is no such account
   */
  unlock(id: AccountId): Promise<Unlocked | undefined>;
}

interface Unlocked {
  readonly guesses: number;
  readonly contacts: readonly Contact[];
}

export const DIRECTORY_PAGE = 50;

function createDirectory(store: Store, sessions: Sessions, guesses: Guesses): Directory {
  return {
    async find(text, page) {
      const wanted = text?.trim().toLowerCase();
      const list = await accountRepository(store.read).search(
        wanted,
        (page - 1) * DIRECTORY_PAGE,
        DIRECTORY_PAGE,
      );
      return { list, total: await accountRepository(store.read).count(wanted) };
    },
    async person(id) {
      const account = await accountRepository(store.read).byId(id);
      if (account === undefined) return undefined;
      const invited = await accountRepository(store.read).countInvited(id);
      const restriction = await restrictionRepository(store.read).of(id);
      return { account, sessions: await sessions.ofAccount(id), invited, restriction };
    },
    async endSessions(id) {
      const ended = await store.write(async (transaction) =>
        (await accountRepository(transaction).byId(id)) === undefined
          ? undefined
          : sessionRepository(transaction).removeOf(id),
      );
      if (ended) sessions.removed(ended);
      return ended?.length;
    },
    unlock: (id) =>
      store.write(async (transaction) => {
        const account = await accountRepository(transaction).byId(id);
        if (account === undefined) return undefined;
        return {
          guesses: await guesses.forget(transaction, [...namesOf(account), factorAttempts(id)]),
          contacts: contactsOf(account),
        };
      }),
  };
}
