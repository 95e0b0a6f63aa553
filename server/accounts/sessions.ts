import type { WireUser } from '../../shared/contract/session.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Clock } from '../clock.ts';
import { createListeners } from '../listeners.ts';
import type { Random } from '../random.ts';
import { hashSecret, makeSecret } from '../secret.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { takeTurn } from '../store/turns.ts';
import { restrictionRepository, sessionsTurn } from './restriction-repository.ts';
import { type FoundSession, type SessionRecord, sessionRepository } from './session-repository.ts';

/**
 * Permission for a step, checked inside the step's transaction; a one-time grant is consumed in the same
 * transaction.
 */
export type Grant = (transaction: Db) => Promise<boolean>;

export interface Session {
  /** Hash of the token; safe to log and compare. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly user: WireUser;
}

interface SessionDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly report: (error: unknown) => void;
}

type Begun = { readonly token: string } | 'not-granted' | 'blocked';

export interface Sessions {
  /**
   * @param grant checked inside the transaction
   * @returns the token, which is not stored anywhere; no token without the grant, and for a blocked account
   */
  begin(account: AccountId, device: string, grant?: Grant): Promise<Begun>;
  find(token: string): Promise<FoundSession | undefined>;
  /** @returns whether it was there: of two that end it at once, one */
  end(id: string): Promise<boolean>;
  ofAccount(account: AccountId): Promise<readonly SessionRecord[]>;
  /** Call this after the transaction that removed the sessions has committed. */
  removed(ids: readonly string[]): void;
  onEnded(listener: (sessionId: string) => void): () => void;
  stop(): void;
}

const TOKEN_BYTES = 32;
const PUBLIC_ID_BYTES = 12;
const DAY_MS = 86_400_000;
/** A session ends when it has not been used for so long, */
const IDLE_MS = 30 * DAY_MS;
/** and at this age however it is used: a stolen token must not stay valid. */
const MAX_AGE_MS = 90 * DAY_MS;
/** Last use is stored at most once a minute, so that not every request writes. */
const TOUCH_AFTER_MS = 60_000;
/** Sockets must stop within a second of their session's end. */
const SWEEP_MS = 1_000;
/** Sessions per account; a further login ends the least recently used one. */
export const MAX_SESSIONS = 100;

export function createSessions({ store, clock, random, report }: SessionDeps): Sessions {
  const listeners = createListeners<[sessionId: string]>();
  const touching = new Set<string>();

  const removed = (ids: readonly string[]) => {
    for (const id of ids) listeners.call(id);
  };
  const end = async (id: string) => {
    const wasThere = await store.write((transaction) => sessionRepository(transaction).remove(id));
    if (wasThere) removed([id]);
    return wasThere;
  };
  const sweep = async () => {
    for (const id of await sessionRepository(store.read).expired(clock.surely(DAY_MS))) await end(id);
  };
  let sweeping = false;
  let stopped = false;
  const stopSweeping = clock.every(SWEEP_MS, () => {
    if (sweeping) return;
    sweeping = true;
    void sweep()
      .catch((error) => !stopped && report(error))
      .finally(() => {
        sweeping = false;
      });
  });
  const expiry = (createdAt: TimestampMs, now: TimestampMs) =>
    timestampMs(Math.min(now + IDLE_MS, createdAt + MAX_AGE_MS));
  /** No caller waits for this write. If it fails, the session stays valid and the next request retries. */
  const touch = ({ id, createdAt }: FoundSession, now: TimestampMs) => {
    if (touching.has(id)) return;
    touching.add(id);
    void store
      .write((transaction) => sessionRepository(transaction).touch(id, now, expiry(createdAt, now)))
      .catch(report)
      .finally(() => touching.delete(id));
  };

  return {
    async begin(accountId, device, grant) {
      const token = makeSecret(random, TOKEN_BYTES);
      const now = clock.wall();
      const session: SessionRecord = {
        id: hashSecret(token),
        publicId: makeSecret(random, PUBLIC_ID_BYTES),
        accountId,
        device,
        createdAt: now,
        seenAt: now,
        expiresAt: expiry(now, now),
      };
      const displaced = await store.write(async (transaction) => {
        const sessions = sessionRepository(transaction);
        if (grant && !(await grant(transaction))) return 'not-granted';
        await takeTurn(transaction, sessionsTurn(accountId));
        if ((await restrictionRepository(transaction).of(accountId)) === 'blocked') return 'blocked';
        const oldest = await sessions.removeOldest(accountId, MAX_SESSIONS - 1);
        await sessions.insert(session);
        return oldest;
      });
      if (typeof displaced === 'string') return displaced;
      removed(displaced);
      return { token };
    },
    async find(token) {
      const session = await sessionRepository(store.read).find(hashSecret(token));
      const now = clock.wall();
      if (session === undefined || session.expiresAt <= now) return undefined;
      if (now - session.seenAt >= TOUCH_AFTER_MS) touch(session, now);
      return session;
    },
    end,
    ofAccount: (account) => sessionRepository(store.read).ofAccount(account, clock.wall()),
    removed,
    onEnded: listeners.add,
    stop() {
      stopped = true;
      stopSweeping();
    },
  };
}
