import type { OrderRequest } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { ClosedOrder, OrderId, PendingOrder, Position } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';
import type { PageClock } from '../clock.ts';
import { createLookUps, leavesUnknown, outcomeOf } from './command-outcome.ts';
import {
  type Intent,
  type IntentResult,
  intentKey,
  lookUpOf,
  type OrderNotes,
  type SettledIntent,
} from './order-intents.ts';

export interface OrderSender {
  /** @param key in place of `orderKey`, for an order that is never the same tap as one of the ticket */
  submit(request: OrderRequest, key?: string): Promise<Result<Position | PendingOrder | ClosedOrder>>;
  /** @param reverses and @param seenPrice noted with it, see `Intent` */
  close(id: OrderId, volume?: Volume, reverses?: boolean, seenPrice?: Price): Promise<Result<ClosedOrder>>;
  /** Whether one with the same key is in flight or has an unknown outcome: this one would not be sent. */
  isUnderway(what: Intent['what']): boolean;
  /** Asks for the outcomes that are still unknown. Sends nothing that could be carried out. */
  lookUp(): void;
  /** Forgets what this account has sent: it signed out on this device. */
  clear(uid: number): void;
  /** Returns unsubscribe. */
  onSettled(listener: (settled: SettledIntent) => void): () => void;
}

export interface OrderSenderOptions {
  readonly notes: OrderNotes;
  readonly clock: PageClock;
  /** The id of this tab. */
  tab(): string;
  newCid(): string;
  /** The signed-in account; undefined without one. */
  uid(): number | undefined;
  /** Whether the server can answer. The owner calls `lookUp` when this becomes true. */
  canAsk(): boolean;
  sendSubmit(request: OrderRequest, tappedAt: TimestampMs): Promise<IntentResult>;
  sendClose(
    id: OrderId,
    cid: string,
    tappedAt: TimestampMs,
    volume: Volume | undefined,
  ): Promise<Result<ClosedOrder>>;
  askOutcome(cid: string): Promise<IntentResult>;
  /** Whether something was sent some time ago whose outcome is still unknown; called on each change. */
  onWaiting?(isWaiting: boolean): void;
}

/**
 * Orders that are on their way at once; further ones wait for their turn, in the order of their taps. Browsers open six
 * connections to a server, and a close must find one.
 */
const MOST_AT_ONCE = 4;
/** An answer within this time is no waiting. */
const SOON_MS = 1_000;
/** The next account on this device may decide the same while an answer to the one before is still on its way. */
const flightOf = (uid: number, key: string): string => `${uid} ${key}`;

/** Carries out each decision at most once and reports its outcome in the end. */
export function createOrderSender(options: OrderSenderOptions): OrderSender {
  const { notes, clock } = options;
  const inFlight = new Map<string, Promise<IntentResult>>();
  const inTurn = createTurns(MOST_AT_ONCE);
  const listeners = new Set<(settled: SettledIntent) => void>();
  const lookUps = createLookUps(clock, () => lookUp());
  let isWaiting = false;

  const reportWaiting = () => {
    const uid = options.uid();
    const isOld = ({ madeAtMs }: Intent) => Math.abs(clock.wallMs() - madeAtMs) >= SOON_MS;
    const now = uid !== undefined && notes.all(uid).some(isOld);
    if (now === isWaiting) return;
    isWaiting = now;
    options.onWaiting?.(now);
  };
  const drop = (cid: string) => {
    notes.drop(cid);
    reportWaiting();
  };

  async function once<T extends IntentResult>(
    what: Intent['what'],
    cid: string,
    send: (tappedAt: () => TimestampMs) => Promise<T>,
    key = intentKey(what),
  ): Promise<IntentResult | T> {
    const uid = options.uid();
    if (uid === undefined) return err(refusal(CODE.sessionExpired));
    const flight = flightOf(uid, key);
    const running = inFlight.get(flight);
    if (running) return running;
    if (notes.all(uid).some((intent) => intent.key === key && intent.cid !== cid)) {
      return err(refusal(LOCAL_CODE.unknown));
    }
    const [madeAtMs, madeNowMs] = [clock.wallMs(), clock.nowMs()];
    // An order waits for its turn, and the clock may be set meanwhile: it would seem to be tapped later, and not be refused as late.
    const tappedAt = (): TimestampMs =>
      timestampMs(Math.min(madeAtMs, clock.wallMs() - Math.floor(clock.nowMs() - madeNowMs)));
    notes.put({ key, cid, uid, tab: options.tab(), madeAtMs, what });
    clock.after(SOON_MS, reportWaiting);
    const sent = send(tappedAt).finally(() => inFlight.delete(flight));
    inFlight.set(flight, sent);
    const result = await sent;
    if (outcomeOf<unknown>(result).status === 'unknown') {
      // Earlier unknown outcomes must not delay the first look for this one.
      lookUps.reset();
      lookUps.again();
    } else drop(cid);
    return result;
  }

  const settle = (settled: SettledIntent) => {
    drop(settled.intent.cid);
    for (const listener of listeners) listener(settled);
  };

  async function ask(intent: Intent): Promise<void> {
    const flight = flightOf(intent.uid, intent.key);
    const asked = options.askOutcome(intent.cid).finally(() => inFlight.delete(flight));
    inFlight.set(flight, asked);
    const result = await asked;
    if (leavesUnknown(result)) lookUps.again();
    else settle({ status: 'known', intent, result });
  }

  const lookUp = () => {
    lookUps.stop();
    reportWaiting();
    const uid = options.uid();
    if (uid === undefined || !options.canAsk()) return;
    for (const intent of notes.all(uid)) {
      if (inFlight.has(flightOf(uid, intent.key))) continue;
      const next = lookUpOf(intent, clock.wallMs(), options.tab());
      if (next === 'ask') ask(intent);
      else if (next === 'give-up') settle({ status: 'given-up', intent });
      else lookUps.again();
    }
  };
  return {
    submit: (request, key) =>
      once(
        { kind: 'submit', request },
        request.cid,
        (tappedAt) => inTurn(() => options.sendSubmit(request, tappedAt())),
        key,
      ),
    async close(id, volume, reverses, seenPrice) {
      const what = {
        kind: 'close',
        id,
        ...(volume === undefined ? {} : { volume }),
        ...(reverses === true ? { reverses } : {}),
        ...(seenPrice === undefined ? {} : { seenPrice }),
      } as const;
      const cid = options.newCid();
      return closed(await once(what, cid, (tappedAt) => options.sendClose(id, cid, tappedAt(), volume)));
    },
    isUnderway(what) {
      const key = intentKey(what);
      const uid = options.uid();
      if (uid === undefined) return false;
      return inFlight.has(flightOf(uid, key)) || notes.all(uid).some((intent) => intent.key === key);
    },
    lookUp() {
      lookUps.reset();
      lookUp();
    },
    clear(uid) {
      lookUps.stop();
      notes.clear(uid);
      reportWaiting();
    },
    /** Returns unsubscribe. */
    onSettled(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Runs at most `most` pieces of work at once; the others wait, the oldest first. */
function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < most) running++;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

/** The contract answers a close with a closed order; anything else is malformed. */
function closed(result: IntentResult): Result<ClosedOrder> {
  if (!result.ok) return result;
  const order = result.value;
  return order.status === 'closed' ? { ok: true, value: order } : err(refusal(LOCAL_CODE.malformed));
}
