import type { WireUser } from '../../shared/contract/wire.ts';
import type { Result } from '../../shared/result.ts';
import type { AccountId } from '../exchange/exchange.ts';

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
}
