import type { Mark } from '../../shared/contract/order-row.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Order, OrderId, OrderStops } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { Market } from '../feed/market.ts';
import type { Command, NewOrder, Seen, Validity } from './command.ts';
import type { Executor } from './executor.ts';
import type { CallOutcome } from './outcome.ts';
import { tappedBy, validUntil } from './outdated.ts';
import { type ReplyKey, replyKey } from './reply.ts';
import { type AccountFigures, type DealEvent, figuresOf } from './state.ts';
import { markOf, type Prices } from './valuation.ts';

/**
 * An order as in the reply to its command, with the price and profit of that moment, so that the reply can be
 * repeated.
 */
export type AnsweredOrder = Order & { readonly mark?: Mark };

/**
 * The commands of an account's owner. Commands of one account run one after the other; each is stored before
 * its reply. Refusals carry a wire code, an empty message, and facts named as on the wire (`price`: a decimal;
 * `field`). A call rejects when its write fails. Arguments and replies are plain data.
 */
export interface Dealing {
  submit(account: AccountId, order: NewOrder): Promise<Result<AnsweredOrder>>;
  /** @returns the closed order; for a partial close the closed part, which has its own id */
  close(
    account: AccountId,
    id: OrderId,
    cid: string | undefined,
    volume: Volume | undefined,
    seen?: Seen,
  ): Promise<Result<AnsweredOrder>>;
  /**
   * What became of the command under a cid of one of these calls. Executes nothing; an unknown cid is sealed:
   * a command that comes under it later is refused with 4109.
   */
  outcome(account: AccountId, calls: readonly ReplyKey['call'][], cid: string): Promise<CallOutcome>;
  cancel(account: AccountId, id: OrderId): Promise<Result<AnsweredOrder>>;
  /** A new price for a pending order; refuses as `submit` does, and with 4009 once it is filled or cancelled. */
  amend(
    account: AccountId,
    id: OrderId,
    cid: string | undefined,
    targetPrice: Price,
    validity?: Validity,
  ): Promise<Result<AnsweredOrder>>;
  setStops(account: AccountId, id: OrderId, stops: OrderStops): Promise<Result<AnsweredOrder>>;
  resetDemo(account: AccountId): Promise<Result<AccountFigures>>;
}

/** Steps of operators on an account's orders. */
export interface OperatorDealing {
  /**
   * Closes a position at the last price, whatever the market's state, or cancels a pending order. Refuses with 4004, with 4009
   * once it has ended, with 4101 without a price.
   */
  closeByOperator(account: AccountId, id: OrderId): Promise<Result<Order>>;
}

/** A close that waits for a price is decided so long before its validity ends, so that the answer says why. */
const BEFORE_END_MS = 200;

interface DealingDeps {
  readonly executor: Executor;
  readonly market: Market;
  readonly clock: Pick<Clock, 'after'>;
}

export function createDealing({ executor, market, clock }: DealingDeps): Dealing & OperatorDealing {
  const deal = async (account: AccountId, sent: Command, cid?: string): Promise<Result<AnsweredOrder>> => {
    const key = replyKey(sent.type, cid, sent);
    if (!key.ok) return key;
    const command = asArrived(sent, market.wall());
    const answer = (events: readonly DealEvent[]) => orderOf(events, market);
    const outcome = await executor.run(account, { command, key: key.value, answer });
    return outcome.ok ? ok(outcome.value.answer) : outcome;
  };

  const isStale = (id: InstrumentId): boolean => {
    const state = market.instrument(id)?.market;
    return state?.status === 'closed' && state.why === 'stale';
  };
  /** Waits while the price of a position is stale, within the validity of the close; undefined if it is not. */
  const priceOf = (account: AccountId, id: OrderId, seen: Seen = {}): Promise<void> | undefined => {
    const instrument = executor.held(account)?.orders.get(id)?.order.instrumentId;
    if (instrument === undefined || !isStale(instrument)) return undefined;
    const now = market.wall();
    const until = validUntil({ type: 'close', id, ...tappedBy({ seenAt: now, ...seen }, now) }) ?? now;
    return new Promise((resolve) => {
      const end = (): void => {
        forget();
        cancel();
        resolve();
      };
      const forget = market.onTick(({ instrumentId }) => {
        if (instrumentId === instrument) end();
      });
      const cancel = clock.after(Math.max(0, until - now - BEFORE_END_MS), end);
    });
  };

  return {
    submit: (account, { cid, ...order }) => deal(account, { type: 'submit', order }, cid),
    close(account, id, cid, volume, seen) {
      const command: Command = { type: 'close', id, ...(volume === undefined ? {} : { volume }), ...seen };
      const price = priceOf(account, id, seen);
      return price === undefined
        ? deal(account, command, cid)
        : price.then(() => deal(account, command, cid));
    },
    outcome: executor.outcome,
    amend: (account, id, cid, targetPrice, validity) =>
      deal(account, { type: 'amend', id, targetPrice, ...validity }, cid),
    cancel: (account, id) => deal(account, { type: 'cancel', id }),
    setStops: (account, id, stops) => deal(account, { type: 'set-stops', id, ...stops }),
    closeByOperator: (account, id) => deal(account, { type: 'operator-close', id }),
    async resetDemo(account) {
      const outcome = await executor.run(account, { command: { type: 'reset' }, answer: () => undefined });
      return outcome.ok ? ok(figuresOf(outcome.value.state)) : outcome;
    },
  };
}

/** Its stored reply is found by the command as it was sent. */
function asArrived(command: Command, now: TimestampMs): Command {
  switch (command.type) {
    case 'submit':
      return { ...command, order: { ...command.order, kind: tappedBy(command.order.kind, now) } };
    case 'close':
    case 'amend':
      return tappedBy(command, now);
    default:
      return command;
  }
}

/**
 * The order of the first event, with its mark; a closed order already has its price and profit.
 * @throws if a command that must return an order produced none: a bug
 */
function orderOf(events: readonly DealEvent[], prices: Prices): AnsweredOrder {
  const [first] = events;
  if (first === undefined || !('record' in first)) throw new Error('a command ended without an order');
  const { order } = first.record;
  const mark = order.status === 'closed' ? undefined : markOf(order, prices);
  return mark === undefined ? order : { ...order, mark };
}
