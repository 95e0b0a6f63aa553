import type { EngineCommands, OrderRequest, WorkingOrders } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { RequestOf } from '../../shared/contract/routes.ts';
import type { Instrument, InstrumentId } from '../../shared/domain/instrument.ts';
import type { Order, OrderId } from '../../shared/domain/order.ts';
import { type Price, priceToWire } from '../../shared/domain/price.ts';
import { type Volume, volumeToWire } from '../../shared/domain/volume.ts';
import { COMMAND_DEADLINE_MS } from '../../shared/limits.ts';
import { err, LOCAL_CODE, ok, type Refusal, type Result, refusal } from '../../shared/result.ts';
import { decodeOneOrder } from '../decoders.ts';
import type { Env } from '../env.ts';
import { type Http, refusalOf } from '../http.ts';
import { decoded } from '../loader.ts';

/** One try may take half of the deadline, so that there is always a second. */
const TRY_MS = COMMAND_DEADLINE_MS / 2;
/** Kept back, so that the answer is out before whoever asked stops waiting. */
const RESERVE_MS = 500;
const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 2_000;

export type OrderCommands = Pick<EngineCommands, 'submitOrder' | 'closeOrder' | 'cancelOrder' | 'setStops'>;

export interface OrderCommandDeps {
  readonly env: Env;
  readonly http: Http;
  readonly isOffline: () => boolean;
  readonly instrument: (id: InstrumentId) => Instrument | undefined;
  readonly working: () => WorkingOrders;
}

/**
 * Commands whose outcome must be known. Nothing leaves while the phone is offline. A lost answer says nothing about the
 * deed: the same request, with the same `cid`, is sent until an answer comes or the deadline is near; then the outcome
 * is `unknown`, never "failed".
 */
export function createOrderCommands(deps: OrderCommandDeps): OrderCommands {
  return {
    async submitOrder(request) {
      const instrument = deps.instrument(request.instrumentId);
      if (instrument === undefined) return err(refusal(CODE.notFound));
      const { answer } = await carryOut(deps, 'submitOrder', submission(request, instrument.precision));
      if (!answer.ok) return answer;
      const order = answer.value;
      return order.status === 'cancelled' ? err(refusal(CODE.conflict)) : ok(order);
    },
    async closeOrder(id, cid, volume) {
      const cont = volume === undefined ? {} : { cont: lotsText(volume) };
      const { answer } = await carryOut(deps, 'closeOrder', { id, cid, ...cont });
      if (!answer.ok) return answer;
      const order = answer.value;
      return order.status === 'closed' ? ok(order) : err(refusal(LOCAL_CODE.malformed));
    },
    async cancelOrder(id) {
      const { answer, wasUnsure } = await carryOut(deps, 'cancelOrder', { id });
      if (answer.ok) return ok(undefined);
      // There is no cid here: "it is not pending" after a lost answer is the echo of our own cancelling, unless it filled.
      const isEcho = answer.error.code === CODE.conflict || answer.error.code === CODE.notFound;
      const isFilled = workingOrder(deps.working(), id)?.status === 'open';
      return wasUnsure && isEcho && !isFilled ? ok(undefined) : answer;
    },
    async setStops(id, { stopLoss, takeProfit }) {
      const precision = workingOrder(deps.working(), id)?.precision;
      if (precision === undefined) return err(refusal(CODE.notFound));
      const { answer } = await carryOut(deps, 'setStops', {
        id,
        stop_loss_price: priceText(stopLoss, precision),
        target_profit_price: priceText(takeProfit, precision),
      });
      if (!answer.ok) return answer;
      const order = answer.value;
      const isWorking = order.status === 'open' || order.status === 'pending';
      return isWorking ? ok(order) : err(refusal(LOCAL_CODE.malformed));
    },
  };
}

type CommandName = 'submitOrder' | 'closeOrder' | 'cancelOrder' | 'setStops';

async function carryOut<N extends CommandName>(
  { env, http, isOffline }: OrderCommandDeps,
  name: N,
  request: RequestOf<N>,
): Promise<{ readonly answer: Result<Order, Refusal>; readonly wasUnsure: boolean }> {
  if (isOffline()) return { answer: err(refusal(LOCAL_CODE.offline)), wasUnsure: false };
  const deadline = env.now() + COMMAND_DEADLINE_MS - RESERVE_MS;
  let wasUnsure = false;
  for (let attempt = 0; ; attempt++) {
    const leftMs = deadline - env.now();
    if (leftMs <= 0) return { answer: err(refusal(LOCAL_CODE.unknown)), wasUnsure };
    const reply = await http.call(name, request, { deadlineMs: Math.min(TRY_MS, leftMs) });
    const answer = decoded(reply, decodeOneOrder);
    if (answer.ok) return { answer, wasUnsure };
    const { error } = answer;
    // "Slow down" says nothing about a try before it.
    const isAnswer = error.kind === 'refused' && !(wasUnsure && error.code === CODE.tooMany);
    if (isAnswer || (reply.ok && error.kind === 'malformed'))
      return { answer: err(refusalOf(error)), wasUnsure };
    wasUnsure = true;
    const ceiling = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
    await pause(env, Math.min(ceiling * (0.5 + env.random() / 2), Math.max(0, deadline - env.now())));
  }
}

const pause = (env: Env, delayMs: number): Promise<void> =>
  new Promise((resolve) => {
    env.after(delayMs, resolve);
  });

function submission(order: OrderRequest, precision: number): RequestOf<'submitOrder'> {
  const { kind } = order;
  return {
    type: order.side === 'buy' ? 1 : 2,
    cont: lotsText(order.volume),
    forex_id: order.instrumentId,
    status: kind.type === 'market' ? 1 : 0,
    ...(kind.type === 'pending' ? { target_price: priceText(kind.targetPrice, precision) } : {}),
    ...(order.stopLoss === undefined ? {} : { stop_loss_price: priceText(order.stopLoss, precision) }),
    ...(order.takeProfit === undefined
      ? {}
      : { target_profit_price: priceText(order.takeProfit, precision) }),
    multiple: order.multiple,
    cid: order.cid,
    ...(kind.type === 'market'
      ? {
          seen_price: priceText(kind.seenPrice, precision),
          seen_at: kind.seenAt,
          deviation: kind.deviationPoints,
        }
      : {}),
  };
}

/** Plain decimal text; `0` stands for none. */
const priceText = (points: Price | undefined, precision: number): string =>
  points === undefined ? '0' : priceToWire(points, precision).toFixed(precision);
const lotsText = (size: Volume): string => String(volumeToWire(size));

function workingOrder(working: WorkingOrders, id: OrderId) {
  if (working.status !== 'ready') return undefined;
  return [...working.positions, ...working.pending].find((order) => order.id === id);
}
