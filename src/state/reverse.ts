/*
 * Two ways to go on from a position. Reversing closes it and opens the same lots on the other side: two commands, each
 * noted on this device under an id of its own, the second sent only after the first was executed. Adding opens more lots on
 * its side. Screens call it, and show its outcome.
 */
import type { OrderRequest } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { ClosedOrder, OrderId, Position } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import { deviationPoints } from '../../shared/domain/tolerance.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { VALID_MS } from '../../shared/limits.ts';
import { err, LOCAL_CODE, ok, type Result, refusal } from '../../shared/result.ts';
import { type CommandAnswer, type NotExecuted, outcomeOf } from './command-outcome.ts';
import { deviceNow } from './now.ts';
import type { IntentResult } from './order-intents.ts';
import { closeOrder, newCid, submitOrder } from './orders.ts';
import { priceTolerance } from './preferences.ts';
import { accountId } from './session.ts';

/** What became of a reversal. The other side is opened only after an executed close. */
export type ReverseOutcome =
  | { readonly closing: NotExecuted }
  | { readonly closed: ClosedOrder; readonly opening: CommandAnswer<Position | ClosedOrder> };

export interface ReverseDeps {
  close(id: OrderId): Promise<Result<ClosedOrder>>;
  submit(request: OrderRequest, key: string): Promise<IntentResult>;
  newCid(): string;
  wallMs(): number;
  /** Whose orders these are; undefined while nobody is signed in. */
  account(): number | undefined;
  /** Hundredths of a percent. */
  tolerance(): number;
}

/** @param seenPrice the price that was on the screen at the tap: the position closes at it, and the other side opens at it */
export async function reverse(
  deps: ReverseDeps,
  position: Position,
  seenPrice: Price,
): Promise<ReverseOutcome> {
  const tappedMs = deps.wallMs();
  const account = deps.account();
  const closing = outcomeOf(await deps.close(position.id));
  if (closing.status !== 'executed') return { closing };
  const closed = closing.order;
  // Nobody expects the other side to open this long after the tap, or in another account.
  const isOver = deps.wallMs() - tappedMs > VALID_MS || deps.account() !== account;
  const opened = isOver
    ? err(refusal(CODE.cidSealed))
    : await deps.submit(otherSide(deps, closed, seenPrice), `reverse ${position.id}`);
  return { closed, opening: outcomeOf(marketFill(opened)) };
}

/** The answer to a market order is never a pending one. */
function marketFill(answer: IntentResult): Result<Position | ClosedOrder> {
  if (!answer.ok) return answer;
  return answer.value.status === 'pending' ? err(refusal(LOCAL_CODE.malformed)) : ok(answer.value);
}

/** The order that mirrors what was closed: a part of the position may have been closed by another command. */
function otherSide(deps: ReverseDeps, closed: ClosedOrder, seenPrice: Price): OrderRequest {
  return {
    ...marketOrder(deps, closed, seenPrice),
    side: closed.side === 'buy' ? 'sell' : 'buy',
    volume: closed.volume,
  };
}

function marketOrder(
  { newCid, tolerance }: Pick<ReverseDeps, 'newCid' | 'tolerance'>,
  { instrumentId, side, multiple, volume }: Position | ClosedOrder,
  seenPrice: Price,
): OrderRequest {
  return {
    cid: newCid(),
    instrumentId,
    side,
    volume,
    multiple,
    kind: { type: 'market', seenPrice, deviationPoints: deviationPoints(seenPrice, tolerance()) },
  };
}

const DEPS: ReverseDeps = {
  close: (id) => closeOrder(id, undefined, true),
  submit: submitOrder,
  newCid,
  wallMs: deviceNow,
  account: () => accountId.peek(),
  tolerance: () => priceTolerance.peek(),
};

/** Closes the position, then opens its lots on the other side with its leverage and without its stops. */
export const reversePosition = (position: Position, seenPrice: Price): Promise<ReverseOutcome> =>
  reverse(DEPS, position, seenPrice);

/**
 * Opens `volume` more on the position's side, with its leverage and without stops. Noted like any market order.
 * @param seenPrice at which its side opens
 */
export const addToPosition = (position: Position, volume: Volume, seenPrice: Price): Promise<IntentResult> =>
  submitOrder({ ...marketOrder(DEPS, position, seenPrice), volume });
