import type { EngineCommands, OrderRequest, WorkingOrders } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import { decodeOrder } from '../../shared/contract/order-row.ts';
import type { RequestOf } from '../../shared/contract/routes.ts';
import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import type { CancelledOrder, Order, OrderId } from '../../shared/domain/order.ts';
import { type Price, priceToWire } from '../../shared/domain/price.ts';
import { openingPrice } from '../../shared/domain/quote.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { type Volume, volumeToWire } from '../../shared/domain/volume.ts';
import { err, LOCAL_CODE, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import type { Env } from '../env.ts';
import { type Http, refusalOf } from '../http.ts';
import { decoded } from '../loader.ts';
import { askOutcome, pause, sendUntilAnswered } from './ask.ts';

/*
 * What the page asks the engine to do: orders (here), the session, uploads. A call with a cid is sent again until its outcome
 * is known (ask.ts). What sockets bring, and what is shown, must not come in.
 */

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 2_000;
/** For quotes after sleep. */
const WAIT_MS = 100;
const MOST_WAITS = 20;

export type OrderCommands = Pick<
  EngineCommands,
  'submitOrder' | 'closeOrder' | 'orderOutcome' | 'amendOrder' | 'cancelOrder' | 'setStops'
>;

export interface OrderCommandDeps {
  readonly env: Env;
  readonly http: Http;
  readonly isOffline: () => boolean;
  readonly instrument: (id: InstrumentId) => Instrument | undefined;
  readonly working: () => WorkingOrders;
  /** Whether the exchange knows of two prices. */
  readonly hasTwoPrices: () => boolean;
  /** The server's time at a time of the phone's clock, at least `leastAgeMs` ago; undefined before the first quotes. */
  readonly serverTime: (phoneMs: number, leastAgeMs: number) => TimestampMs | undefined;
  /** Whether the phone has neither slept nor had its clock set since the last quotes. */
  readonly clocksAgree: () => boolean;
}

/**
 * Commands whose outcome must be known. Nothing is sent while the phone is offline. After a lost reply the
 * command may have been carried out: the same request with the same `cid` is sent for a while, and then its
 * outcome is asked for, until the deadline is near; then the outcome is `unknown`, never "failed".
 */
export function createOrderCommands(deps: OrderCommandDeps): OrderCommands {
  /** The request with the time of its tap. Right after sleep that waits for quotes; before the first ones the phone's clock has to do. */
  const timed = async <T>(tappedAt: TimestampMs, request: T) => {
    const { monotonic } = deps.env;
    const sinceMs = monotonic();
    for (let waits = 0; waits < MOST_WAITS && !deps.clocksAgree(); waits++) await pause(deps.env, WAIT_MS);
    return { ...request, seenAt: deps.serverTime(tappedAt, monotonic() - sinceMs) ?? tappedAt };
  };
  return {
    async submitOrder(request, tappedAt) {
      const instrument = deps.instrument(request.instrumentId);
      if (instrument === undefined) return err(refusal(CODE.notFound));
      const sent = timed(tappedAt, submission(request, instrument.precision, deps.hasTwoPrices()));
      return uncancelled((await carryOut(deps, 'submitOrder', sent)).answer);
    },
    async closeOrder(id, cid, tappedAt, volume) {
      const cont = volume === undefined ? {} : { cont: lotsText(volume) };
      const { answer } = await carryOut(deps, 'closeOrder', timed(tappedAt, { id, cid, ...cont }));
      if (!answer.ok) return answer;
      const order = answer.value;
      return order.status === 'closed' ? ok(order) : err(refusal(LOCAL_CODE.malformed));
    },
    async orderOutcome(cid) {
      const answer = decoded(await askOutcome(deps.http, 'getOrderOutcome', cid), decodeOrder);
      return uncancelled(answer.ok ? answer : err(refusalOf(answer.error)));
    },
    async amendOrder(id, cid, tappedAt, target) {
      const precision = workingOrder(deps.working(), id)?.precision;
      if (precision === undefined) return err(refusal(CODE.notFound));
      const sent = timed(tappedAt, { id, cid, targetPrice: priceText(target, precision) });
      const { answer } = await carryOut(deps, 'amendOrder', sent);
      if (!answer.ok) return answer;
      return answer.value.status === 'pending' ? ok(answer.value) : err(refusal(LOCAL_CODE.malformed));
    },
    async cancelOrder(id) {
      const { answer, wasUnsure } = await carryOut(deps, 'cancelOrder', { id });
      if (answer.ok) return ok(undefined);
      // This call has no cid: "not pending" after a lost reply means our own cancel succeeded, unless the
      // order was filled.
      const isEcho = answer.error.code === CODE.conflict || answer.error.code === CODE.notFound;
      if (!wasUnsure || !isEcho) return answer;
      const known = workingOrder(deps.working(), id)?.status;
      // The socket has not said which: only the first try, or a fill before it, can have ended the order.
      if (known === 'pending') return err(refusal(LOCAL_CODE.unknown));
      return known === 'open' ? answer : ok(undefined);
    },
    async setStops(id, { stopLoss, takeProfit, trailPoints }) {
      const precision = workingOrder(deps.working(), id)?.precision;
      if (precision === undefined) return err(refusal(CODE.notFound));
      const { answer } = await carryOut(deps, 'setStops', {
        id,
        stopLossPrice: priceText(stopLoss, precision),
        targetProfitPrice: priceText(takeProfit, precision),
        ...(trailPoints === undefined ? {} : { trailPoints }),
      });
      if (!answer.ok) return answer;
      const order = answer.value;
      const isWorking = order.status === 'open' || order.status === 'pending';
      return isWorking ? ok(order) : err(refusal(LOCAL_CODE.malformed));
    },
  };
}

const uncancelled = (answer: Result<Order>): Result<Exclude<Order, CancelledOrder>> => {
  if (!answer.ok) return answer;
  const order = answer.value;
  return order.status === 'cancelled' ? err(refusal(CODE.conflict)) : ok(order);
};

type CommandName = 'submitOrder' | 'closeOrder' | 'amendOrder' | 'cancelOrder' | 'setStops';

async function carryOut<N extends CommandName>(
  { env, http, isOffline }: OrderCommandDeps,
  name: N,
  request: RequestOf<N> | Promise<RequestOf<N>>,
): Promise<{ readonly answer: Result<Order, Refusal>; readonly wasUnsure: boolean }> {
  if (isOffline()) return { answer: err(refusal(LOCAL_CODE.offline)), wasUnsure: false };
  return sendUntilAnswered(env, http, name, request, {
    decode: decodeOrder,
    isRepeatable: true,
    outcome: 'getOrderOutcome',
    waitMs: (failures) => Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + env.random() / 2),
  });
}

function submission(order: OrderRequest, precision: number, hasTwoPrices: boolean): RequestOf<'submitOrder'> {
  const { kind, side } = order;
  const seenSide = hasTwoPrices ? openingPrice(side, SEEN_SIDES) : undefined;
  return {
    type: side === 'buy' ? 1 : 2,
    cont: lotsText(order.volume),
    forexId: order.instrumentId,
    status: kind.type === 'market' ? 1 : 0,
    ...(kind.type === 'pending' ? { targetPrice: priceText(kind.targetPrice, precision) } : {}),
    ...(order.stopLoss === undefined ? {} : { stopLossPrice: priceText(order.stopLoss, precision) }),
    ...(order.takeProfit === undefined ? {} : { targetProfitPrice: priceText(order.takeProfit, precision) }),
    ...(order.trailPoints === undefined ? {} : { trailPoints: order.trailPoints }),
    multiple: order.multiple,
    cid: order.cid,
    ...(kind.type === 'market'
      ? {
          seenPrice: priceText(kind.seenPrice, precision),
          ...(seenSide === undefined ? {} : { seenSide }),
          deviation: kind.deviationPoints,
        }
      : {}),
  };
}

/** Of which price the seen one is. */
const SEEN_SIDES = { close: 'bid', ask: 'ask' } as const;

/** Plain decimal text; `0` means no value. */
const priceText = (points: Price | undefined, precision: number): string =>
  points === undefined ? '0' : priceToWire(points, precision).toFixed(precision);
const lotsText = (size: Volume): string => String(volumeToWire(size));

function workingOrder(working: WorkingOrders, id: OrderId) {
  if (working.status !== 'ready') return undefined;
  return [...working.positions, ...working.pending].find((order) => order.id === id);
}
