import { createECDH } from 'node:crypto';
import { CODE } from '../../shared/contract/codes.ts';
import type { Language } from '../../shared/contract/language.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { timestampMs } from '../../shared/domain/time.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Session } from '../accounts/sessions.ts';
import type { Clock } from '../clock.ts';
import { badField } from '../refusals.ts';
import type { Store } from '../store/store.ts';
import { takeTurn } from '../store/turns.ts';
import { createPushDelivery } from './push-delivery.ts';
import { createPushKeys } from './push-keys.ts';
import { DELIVERY, messageOf, type Notice } from './push-notice.ts';
import type { PushPost } from './push-post.ts';
import { type PushChoices, pushRepository } from './push-repository.ts';
import { createPushServices } from './push-services.ts';

/**
 * Notifications on devices that show no page of the app, as Web Push: which browsers want them, what about, and bringing
 * them there. The process that stores a fill or a fired alert notifies of it, so each is sent once, and never before it is
 * stored. All devices of an account are notified; whether the app is in view there, only the device knows. What is lost in a crash is not
 * sent again: the app has everything. `push-events.ts` decides what is worth a notification.
 */
export interface Push {
  /** What browsers subscribe with, base64url. */
  readonly publicKey: string;
  /**
   * Until the session ends. Refuses with 4000 an address that is no push service's, or a key that is none, and with 4009
   * when the session has ended meanwhile.
   */
  subscribe(session: Pick<Session, 'id' | 'accountId'>, device: PushDevice): Promise<Result<null>>;
  unsubscribe(account: AccountId, endpoint: string): Promise<void>;
  choices(account: AccountId): Promise<PushChoices>;
  /** @returns all choices, those that stay as well */
  choose(account: AccountId, changes: Partial<PushChoices>): Promise<PushChoices>;
  /** Returns at once: nothing that trades waits for a message. */
  notify(account: AccountId, notice: Notice): void;
  /** Messages on their way. */
  underWay(): number;
  stop(): Promise<void>;
}

/** A browser's subscription, and the language of its texts. */
interface PushDevice {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly language: Language;
}

export interface PushDeps {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Clock;
  /** 32 secret bytes. */
  readonly key: Buffer;
  /** `mailto:` address or https page for operators of push services. */
  readonly subject: string;
  /** See `createPushServices`. */
  readonly services: readonly string[];
  readonly post: PushPost;
  /** Takes one notice of an account; returns 0 if it may be sent. */
  readonly takeTurn: (account: string) => number;
  readonly report: (error: unknown) => void;
}

export const MAX_DEVICES = 10;
const MAX_WAITING = 10_000;
/** Notices whose devices are read together. */
const BATCH = 200;

/** Of one account: an alert may repeat as often as its price goes back and forth. */
export const NOTICE_RATE = { perSecond: 0.1, burst: 30 };

export function createPush(deps: PushDeps): Push {
  const { store, clock, report } = deps;
  const keys = createPushKeys(deps.key, deps.subject, clock);
  const services = createPushServices(deps.services);
  const delivery = createPushDelivery({
    clock,
    keys,
    services,
    post: deps.post,
    isKept: (one) => pushRepository(store.read).isKept(one),
    onGone: (one) =>
      void store.write((transaction) => pushRepository(transaction).removeGone(one)).catch(report),
    report,
  });
  const waiting: { readonly account: AccountId; readonly notice: Notice }[] = [];
  /** How many of them each account has: one with a hundred alerts at a price must not take the room of others. */
  const ofAccount = new Map<AccountId, number>();
  let draining: Promise<void> | undefined;

  const count = (account: AccountId, by: number): void => {
    const left = (ofAccount.get(account) ?? 0) + by;
    if (left === 0) ofAccount.delete(account);
    else ofAccount.set(account, left);
  };

  async function drain(): Promise<void> {
    // Not within the tick or the order that it is about.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH);
      for (const { account } of batch) count(account, -1);
      await sendBatch(batch).catch(report);
    }
    // In the same turn: a notice that comes next has to begin another.
    draining = undefined;
  }

  async function sendBatch(batch: typeof waiting): Promise<void> {
    const accounts = [...new Set(batch.map(({ account }) => account))];
    const read = pushRepository(store.read);
    const devices = Map.groupBy(await read.ofAccounts(accounts), ({ accountId }) => accountId);
    if (devices.size === 0) return;
    const choices = await read.choicesOf([...devices.keys()]);
    for (const { account, notice } of batch) {
      const own = devices.get(account);
      if (own === undefined || choices.get(account)?.[notice.kind] === false) continue;
      if (deps.takeTurn(String(account)) > 0) continue;
      const { keptS, urgency } = DELIVERY[notice.kind];
      const until = timestampMs(notice.at + keptS * 1_000);
      for (const device of own)
        delivery.send(device, { message: messageOf(notice, device.language), until, urgency });
    }
  }

  return {
    publicKey: keys.publicKey,
    async subscribe({ id: sessionId, accountId }, { endpoint, p256dh, auth, language }) {
      if (services.entryOf(endpoint) === undefined) return badField('endpoint');
      if (!isPoint(p256dh)) return badField('keys.p256dh');
      const isDone = await store.write(async (transaction) => {
        await takeTurn(transaction, `devices ${accountId}`);
        const all = pushRepository(transaction);
        const createdAt = clock.now();
        const row = { endpoint, sessionId, accountId, p256dh, auth, language, createdAt };
        if (!(await all.subscribe(row))) return false;
        await all.trim(accountId, MAX_DEVICES);
        return true;
      });
      return isDone ? ok(null) : err(refusal(CODE.conflict));
    },
    unsubscribe: (account, endpoint) =>
      store.write((transaction) => pushRepository(transaction).unsubscribe(account, endpoint)),
    choices: (account) => pushRepository(store.read).choices(account),
    choose: (account, changes) =>
      store.write((transaction) => pushRepository(transaction).choose(account, changes)),
    notify(account, notice) {
      if (waiting.length >= MAX_WAITING) return;
      // More than its rate allows would be dropped anyway.
      if ((ofAccount.get(account) ?? 0) >= NOTICE_RATE.burst) return;
      count(account, 1);
      waiting.push({ account, notice });
      draining ??= drain();
    },
    underWay: () => waiting.length + delivery.underWay(),
    async stop() {
      // No other process sends the messages that wait here.
      await draining;
      await delivery.stop();
    },
  };
}

/** Whether it is a point of the curve: nothing can be encrypted for another one. */
function isPoint(p256dh: string): boolean {
  try {
    const own = createECDH('prime256v1');
    own.generateKeys();
    own.computeSecret(p256dh, 'base64url');
    return true;
  } catch {
    return false;
  }
}
