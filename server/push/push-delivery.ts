import type { PushMessage } from '../../shared/contract/push.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import type { Clock } from '../clock.ts';
import { createLimit } from '../limit.ts';
import { loadWebPush, type PushKeys } from './push-keys.ts';
import type { PushPost } from './push-post.ts';
import type { Subscription } from './push-repository.ts';
import type { PushServices } from './push-services.ts';

interface Parcel {
  readonly message: PushMessage;
  /** Given up after this time. */
  readonly until: TimestampMs;
  readonly urgency: 'high' | 'normal';
}

export interface PushDelivery {
  /** Returns at once. When too many are on their way, one is dropped of an account that has most. */
  send(to: Subscription, parcel: Parcel): void;
  /** Messages on their way, those that wait for another try included. */
  underWay(): number;
  /** Gives up what waits for another try, and waits a moment for what has not been tried. */
  stop(): Promise<void>;
}

interface PushDeliveryDeps {
  readonly clock: Clock;
  readonly keys: PushKeys;
  readonly services: PushServices;
  readonly post: PushPost;
  /** False once its session has ended, or its browser belongs to another one. */
  readonly isKept: (subscription: Subscription) => Promise<boolean>;
  /** The push service does not know the subscription any more. */
  readonly onGone: (subscription: Subscription) => void;
  readonly report: (error: unknown) => void;
}

/** Before each further try; the service may ask for more. */
const RETRY_AFTER_MS = [2_000, 10_000, 60_000, 300_000];
const MAX_WAIT_MS = 600_000;
/** To one service. */
const POSTS_AT_ONCE = 8;
const MAX_UNDER_WAY = 10_000;
/** Faults that repeat are reported this often. */
const REPORT_EVERY_MS = 60_000;
const STOP_WITHIN_MS = 2_000;

/** A message on its way. */
interface Trip {
  readonly to: Subscription;
  readonly parcel: Parcel;
  /** Made room for another one. */
  isDropped: boolean;
  /** Ends its wait for another try. */
  wake?: () => void;
  work?: Promise<void>;
}

type Outcome = 'done' | { readonly failure: string; readonly waitMs: number };

/** Encrypts messages and brings them to the push services, a few at a time, with retries. At most once each. */
export function createPushDelivery(deps: PushDeliveryDeps): PushDelivery {
  const { clock, services, post, report } = deps;
  const limits = new Map<string, ReturnType<typeof createLimit>>();
  /** Of each account, oldest first. */
  const underWay = new Map<AccountId, Set<Trip>>();
  let count = 0;
  /** Ends the wait of each message that will be tried again. */
  const waits = new Set<() => void>();
  let isStopped = false;
  /** No message is sent after this. */
  let isOver = false;
  let quietUntil = 0;

  const complain = (sentence: string): void => {
    if (clock.steady() < quietUntil) return;
    quietUntil = clock.steady() + REPORT_EVERY_MS;
    report(new Error(sentence));
  };

  const wait = (ms: number, trip?: Trip): Promise<void> =>
    new Promise((resolve) => {
      const done = () => {
        cancel();
        waits.delete(done);
        resolve();
      };
      const cancel = clock.after(ms, done);
      waits.add(done);
      if (trip !== undefined) trip.wake = done;
    });

  function begin(trip: Trip): void {
    getOrCreate(underWay, trip.to.accountId, () => new Set()).add(trip);
    count++;
    trip.work = deliver(trip)
      .catch(report)
      .finally(() => leave(trip));
  }

  function leave(trip: Trip): void {
    const own = underWay.get(trip.to.accountId);
    if (!own?.delete(trip)) return;
    count--;
    if (own.size === 0) underWay.delete(trip.to.accountId);
  }

  /**
   * Messages that nobody takes stay for minutes: who has many of them must not use up the places of others.
   * @returns false if no account has more than this one would have
   */
  function makeRoom(account: AccountId): boolean {
    let most: ReadonlySet<Trip> = new Set();
    for (const own of underWay.values()) if (own.size > most.size) most = own;
    const [oldest] = most;
    if (oldest === undefined || most.size <= (underWay.get(account)?.size ?? 0) + 1) return false;
    leave(oldest);
    oldest.isDropped = true;
    oldest.wake?.();
    return true;
  }

  async function attempt({ to, parcel, isDropped }: Trip, entry: string): Promise<Outcome> {
    const { message, until, urgency } = parcel;
    const now = clock.wall();
    if (isOver || isDropped || now >= until) return 'done';
    // It may have waited behind others.
    const isKept = await deps.isKept(to).catch((error: unknown) => String(error));
    if (isKept === false) return 'done';
    if (isKept !== true) return { failure: isKept, waitMs: 0 };
    const Authorization = await deps.keys.authorization(new URL(to.endpoint).origin);
    const { endpoint, body, headers } = (await loadWebPush()).generateRequestDetails(
      { endpoint: to.endpoint, keys: to },
      JSON.stringify(message),
      {
        TTL: Math.ceil((until - now) / 1_000),
        urgency,
        topic: topicOf(message.tag),
        headers: { Authorization },
      },
    );
    const reply = await post({
      endpoint,
      headers,
      body,
      isTrusted: entry.includes('://'),
    }).catch((error: unknown) => ({ status: 0, retryAfterS: undefined, error }));
    const { status, retryAfterS = 0 } = reply;
    if (status >= 200 && status < 300) return 'done';
    if (status === 404 || status === 410) {
      deps.onGone(to);
      return 'done';
    }
    const failure = 'error' in reply ? String(reply.error) : `it answered ${status}`;
    if (status === 0 || status === 429 || status >= 500)
      return { failure, waitMs: Math.min(retryAfterS * 1_000, MAX_WAIT_MS) };
    complain(`push messages are refused by ${entry}: ${failure}`);
    return 'done';
  }

  async function deliver(trip: Trip): Promise<void> {
    const { to } = trip;
    const entry = services.entryOf(to.endpoint);
    if (entry === undefined) return deps.onGone(to);
    const inTurn = getOrCreate(limits, entry, () => createLimit(POSTS_AT_ONCE));
    for (const leastMs of [...RETRY_AFTER_MS, undefined]) {
      const outcome = await inTurn(() => attempt(trip, entry));
      if (outcome === 'done') return;
      if (leastMs === undefined) return complain(`push messages do not reach ${entry}: ${outcome.failure}`);
      if (isStopped || trip.isDropped) return;
      await wait(Math.max(leastMs, outcome.waitMs), trip);
      if (isStopped) return;
    }
  }

  return {
    send(to, parcel) {
      if (isStopped) return;
      if (count >= MAX_UNDER_WAY) {
        complain(`over ${MAX_UNDER_WAY} push messages wait: some are dropped`);
        if (!makeRoom(to.accountId)) return;
      }
      begin({ to, parcel, isDropped: false });
    },
    underWay: () => count,
    async stop() {
      isStopped = true;
      for (const end of [...waits]) end();
      const late = wait(STOP_WITHIN_MS);
      const all = [...underWay.values()].flatMap((own) => [...own]);
      await Promise.race([Promise.all(all.map(({ work }) => work)), late]);
      isOver = true;
      for (const end of [...waits]) end();
      post.stop();
    },
  };
}

/** While a phone is away, its service keeps the newest message of a topic: at most 32 url-safe characters. */
const topicOf = (tag: string): string => tag.slice(0, 32);
