import type { OrderRequest } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { ClosedOrder, OrderId, PendingOrder, Position } from '../../shared/domain/order.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';
import type { PageClock } from '../clock.ts';
import {
  type Intent,
  type IntentNotes,
  type IntentResult,
  type IntentSettled,
  keyOf,
  lookUpOf,
} from './intents.ts';

export interface IntentDesk {
  submit(request: OrderRequest, key?: string): Promise<Result<Position | PendingOrder | ClosedOrder>>;
  close(id: OrderId, volume?: Volume): Promise<Result<ClosedOrder>>;
  /** Asks for the outcomes that are still unknown. */
  lookUp(): void;
  /** The account is gone from this device. */
  clear(): void;
  onSettled(listener: (settled: IntentSettled) => void): () => void;
}

export interface IntentDeskOptions {
  readonly notes: IntentNotes;
  readonly clock: PageClock;
  readonly tab: string;
  newCid(): string;
  /** The signed-in account; undefined without one. */
  uid(): number | undefined;
  /** Whether a question has a chance of an answer. When that begins, `lookUp` is called. */
  canAsk(): boolean;
  sendSubmit(request: OrderRequest): Promise<Result<Position | PendingOrder | ClosedOrder>>;
  sendClose(id: OrderId, cid: string, volume: Volume | undefined): Promise<Result<ClosedOrder>>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

/** Answers after which the order may have been carried out or not. */
const UNSETTLED: readonly number[] = [
  LOCAL_CODE.unknown,
  LOCAL_CODE.workerLost,
  LOCAL_CODE.malformed,
  CODE.internal,
];
/** Refusals that a question can meet without learning what became of the order. */
const NOT_ANSWERED: readonly number[] = [...UNSETTLED, LOCAL_CODE.offline, CODE.tooMany, CODE.sessionExpired];

const isOneOf = (result: IntentResult, codes: readonly number[]): boolean =>
  !result.ok && codes.includes(result.error.code);

/** Sees to it that one decision is carried out at most once, and that its outcome is told in the end. */
export function createIntentDesk(options: IntentDeskOptions): IntentDesk {
  const { notes, clock, tab } = options;
  const inFlight = new Map<string, Promise<IntentResult>>();
  const listeners = new Set<(settled: IntentSettled) => void>();
  let pauseMs = FIRST_PAUSE_MS;
  let cancelNext = () => {};

  async function once<T extends IntentResult>(
    what: Intent['what'],
    cid: string,
    key: string,
    send: () => Promise<T>,
  ): Promise<IntentResult | T> {
    const running = inFlight.get(key);
    if (running) return running;
    const uid = options.uid();
    if (uid === undefined) return err(refusal(CODE.sessionExpired));
    if (notes.all(uid).some((intent) => intent.key === key && intent.cid !== cid)) {
      return err(refusal(LOCAL_CODE.unknown));
    }
    notes.put({ key, cid, uid, tab, madeAtMs: clock.wallMs(), what });
    const sent = send().finally(() => inFlight.delete(key));
    inFlight.set(key, sent);
    const result = await sent;
    if (isOneOf(result, UNSETTLED)) askAgain();
    else notes.drop(cid);
    return result;
  }

  const send = (intent: Intent): Promise<IntentResult> =>
    intent.what.kind === 'submit'
      ? options.sendSubmit(intent.what.request)
      : options.sendClose(intent.what.id, intent.cid, intent.what.volume);

  const settle = (settled: IntentSettled) => {
    notes.drop(settled.intent.cid);
    for (const listener of listeners) listener(settled);
  };

  async function ask(intent: Intent): Promise<void> {
    const asked = send(intent).finally(() => inFlight.delete(intent.key));
    inFlight.set(intent.key, asked);
    const result = await asked;
    if (isOneOf(result, NOT_ANSWERED)) askAgain();
    else settle({ status: 'known', intent, result });
  }

  const lookUp = () => {
    cancelNext();
    const uid = options.uid();
    if (uid === undefined || !options.canAsk()) return;
    for (const intent of notes.all(uid)) {
      if (inFlight.has(intent.key)) continue;
      const next = lookUpOf(intent, clock.wallMs(), tab);
      if (next === 'ask') ask(intent);
      else if (next === 'give-up') settle({ status: 'given-up', intent });
      else askAgain();
    }
  };
  const askAgain = () => {
    cancelNext();
    cancelNext = clock.after(pauseMs, lookUp);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  };

  return {
    submit: (request, key) => {
      const what = { kind: 'submit', request } as const;
      return once(what, request.cid, key ?? keyOf(what), () => options.sendSubmit(request));
    },
    async close(id, volume) {
      const what =
        volume === undefined ? ({ kind: 'close', id } as const) : ({ kind: 'close', id, volume } as const);
      const cid = options.newCid();
      const result = await once(what, cid, keyOf(what), () => options.sendClose(id, cid, volume));
      return closed(result);
    },
    lookUp() {
      pauseMs = FIRST_PAUSE_MS;
      lookUp();
    },
    clear() {
      cancelNext();
      notes.clear();
    },
    onSettled(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What answers a close is a closed order; anything else is an answer that the contract does not know. */
function closed(result: IntentResult): Result<ClosedOrder> {
  if (!result.ok) return result;
  const order = result.value;
  return order.status === 'closed' ? { ok: true, value: order } : err(refusal(LOCAL_CODE.malformed));
}
