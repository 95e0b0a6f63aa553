import type { WireUser } from '../../shared/contract/wire.ts';
import type { Result } from '../../shared/result.ts';
import type { AccountId } from '../exchange/exchange.ts';

/** Somebody with a password: at least one of e-mail and phone. */
export interface NewUser {
  readonly email?: string;
  readonly phone?: string;
  readonly password: string;
}

export interface Session {
  /** Hash of the token: what may be logged and compared. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly user: WireUser;
}

/** People and their sessions. Tokens leave this room once, as the answer to a login; only their hashes are kept. */
export interface Accounts {
  /** Opens a demo account with the configured balance; the id is the secret that logs into it. */
  createDemo(): Promise<{ readonly demoId: string }>;
  loginDemo(demoId: string): Promise<Result<{ readonly token: string; readonly user: WireUser }>>;
  login(
    kind: 'email' | 'mobile',
    account: string,
    password: string,
  ): Promise<Result<{ readonly token: string; readonly user: WireUser }>>;
  /** Undefined for a token that is unknown, expired or ended. */
  session(token: string): Promise<Session | undefined>;
  endSession(token: string): Promise<void>;
  /** Told when a session ends for any reason, so that its sockets go quiet. */
  onSessionEnded(listener: (sessionId: string) => void): () => void;
  /**
   * Opens an account for real money, without any. No call offers it: for operators and tests.
   * Refuses with 4000 and `field`, and with 4009 when e-mail or phone are taken.
   */
  createUser(user: NewUser): Promise<Result<WireUser>>;
  /** Stops looking for sessions that ran out. */
  stop(): void;
}
