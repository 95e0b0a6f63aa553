import type { OrderRequest } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { ClosedOrder, OrderId } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import { type TimestampMs, timestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { VALID_MS } from '../../shared/limits.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';
import type { PageClock } from '../clock.ts';
import { leavesUnknown, outcomeOf } from './command-outcome.ts';
import { createIntents, type Intents, type IntentsOptions } from './intents.ts';
import { type Intent, type IntentResult, intentKey, type Order } from './order-intents.ts';

export interface OrderSender extends Pick<Intents<Intent, Order>, 'lookUp' | 'clear' | 'onSettled'> {
  /** @param key in place of `orderKey`, for an order that is never the same tap as one of the ticket */
  submit(request: OrderRequest, key?: string): Promise<IntentResult>;
  /** @param reverses and @param seenPrice noted with it, see `Intent` */
  close(id: OrderId, volume?: Volume, reverses?: boolean, seenPrice?: Price): Promise<Result<ClosedOrder>>;
  /** Whether one with the same key is in flight or has an unknown outcome: this one would not be sent. */
  isUnderway(what: Intent['what']): boolean;
}

export interface OrderSenderOptions
  extends Pick<IntentsOptions<Intent, Order>, 'notes' | 'tab' | 'uid' | 'canAsk' | 'onWaiting'> {
  readonly clock: Pick<PageClock, 'nowMs' | 'wallMs' | 'after'>;
  newCid(): string;
  sendSubmit(request: OrderRequest, tappedAt: TimestampMs): Promise<IntentResult>;
  sendClose(
    id: OrderId,
    cid: string,
    tappedAt: TimestampMs,
    volume: Volume | undefined,
  ): Promise<Result<ClosedOrder>>;
  askOutcome(cid: string): Promise<IntentResult>;
}

/**
 * Orders that are on their way at once; further ones wait for their turn, in the order of their taps. Browsers open six
 * connections to a server, and a close must find one.
 */
const MOST_AT_ONCE = 4;

/** The answers of a slow line. */
const SLOW_MS = 1_000;
/** As many orders without an answer as such a line carries while they are valid; later ones would be refused as late. */
export const MOST_ON_THE_WAY = (MOST_AT_ONCE * VALID_MS) / SLOW_MS;

/** Carries out each decision at most once and reports its outcome in the end. */
export function createOrderSender(options: OrderSenderOptions): OrderSender {
  const { clock } = options;
  const inTurn = createTurns(MOST_AT_ONCE);
  const intents = createIntents<Intent, Order>({
    ...options,
    keyOf: ({ key }) => key,
    isKnown: (answer) => outcomeOf(answer).status !== 'unknown',
    async askOutcome({ cid }) {
      const result = await options.askOutcome(cid);
      return leavesUnknown(result) ? undefined : result;
    },
  });
  /** Whether the outcome of another one with this key is unknown. */
  const isNoted = (key: string, cid?: string): boolean =>
    intents.open().some((intent) => intent.key === key && intent.cid !== cid);

  async function once<T extends IntentResult>(
    what: Intent['what'],
    cid: string,
    send: (tappedAt: () => TimestampMs) => Promise<T>,
    key = intentKey(what),
  ): Promise<IntentResult | T> {
    const uid = options.uid();
    if (uid === undefined) return err(refusal(CODE.sessionExpired));
    const unknown = err(refusal(LOCAL_CODE.unknown));
    const running = intents.inFlight(key);
    if (running) return (await running) ?? unknown;
    if (isNoted(key, cid)) return unknown;
    const [madeAtMs, madeNowMs] = [clock.wallMs(), clock.nowMs()];
    // An order waits for its turn, and the clock may be set meanwhile: it would seem to be tapped later, and not be refused as late.
    const tappedAt = (): TimestampMs =>
      timestampMs(Math.min(madeAtMs, clock.wallMs() - Math.floor(clock.nowMs() - madeNowMs)));
    return intents.send({ key, cid, uid, tab: options.tab(), madeAtMs, what }, () => send(tappedAt));
  }
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
      return intents.inFlight(key) !== undefined || isNoted(key);
    },
    lookUp: intents.lookUp,
    clear: intents.clear,
    onSettled: intents.onSettled,
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
