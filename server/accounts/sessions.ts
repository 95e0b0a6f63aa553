import { type TimestampMs, timestampMs } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';
import type { AccountId } from '../exchange/exchange.ts';
import type { SessionRecord, Store } from '../store/store.ts';
import type { Random } from './random.ts';
import { hashSecret, makeSecret } from './secret.ts';

interface SessionParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
}

export interface Sessions {
  /** @returns the token, which is known nowhere else from then on */
  begin(account: AccountId): Promise<string>;
  find(token: string): Promise<SessionRecord | undefined>;
  end(token: string): Promise<void>;
  onEnded(listener: (sessionId: string) => void): () => void;
  stop(): void;
}

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;
const LIFETIME_MS = 30 * DAY_MS;
/** A session in use is prolonged once a day at most: not every request is a write. */
const PROLONG_AFTER_MS = DAY_MS;
/** Sockets must go quiet within a second of their session's end. */
const SWEEP_MS = 1_000;

export function createSessions({ store, clock, random, report }: SessionParts): Sessions {
  const listeners = new Set<(sessionId: string) => void>();

  const remove = async (id: string) => {
    const removed = await store.write((transaction) => transaction.sessions.remove(id));
    if (removed) for (const listener of listeners) listener(id);
  };
  const sweep = async () => {
    for (const id of await store.read.sessions.expired(clock.now())) await remove(id);
  };
  const stopSweeping = clock.every(SWEEP_MS, () => void sweep().catch(report));
  const expiry = (now: TimestampMs) => timestampMs(now + LIFETIME_MS);

  return {
    async begin(accountId) {
      const token = makeSecret(random, TOKEN_BYTES);
      const now = clock.now();
      const session = { id: hashSecret(token), accountId, expiresAt: expiry(now) };
      await store.write((transaction) => transaction.sessions.insert(session, now));
      return token;
    },
    async find(token) {
      const session = await store.read.sessions.find(hashSecret(token));
      const now = clock.now();
      if (session === undefined || session.expiresAt <= now) return undefined;
      if (session.expiresAt - now < LIFETIME_MS - PROLONG_AFTER_MS) {
        // A disk that takes no writes must not end sessions: the next request tries again.
        await store
          .write((transaction) => transaction.sessions.extend(session.id, expiry(now)))
          .catch(report);
      }
      return session;
    },
    end: (token) => remove(hashSecret(token)),
    onEnded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: stopSweeping,
  };
}
