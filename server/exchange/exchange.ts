import type { Mark } from '../../shared/contract/domain.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { Order, OrderId, Side } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import type { Refusal, Result } from '../../shared/result.ts';
import type { Db } from '../store/schema.ts';
import type { ReplyKey } from './reply.ts';

export interface NewOrder {
  readonly cid?: string;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly volume: Volume;
  readonly multiple: number;
  readonly stopLoss?: Price;
  readonly takeProfit?: Price;
  readonly kind:
    | {
        readonly type: 'market';
        /** What the user saw; absent parts are not checked. */
        readonly seenPrice?: Price;
        readonly seenAt?: TimestampMs;
        readonly deviationPoints?: number;
      }
    | { readonly type: 'pending'; readonly targetPrice: Price };
}

export interface AccountFigures {
  readonly balance: Money;
  /**
   * Margin held by positions, withdrawals in review, and what the house advanced on losses beyond the balance while
   * other positions are still open.
   */
  readonly lockBalance: Money;
}

/**
 * Money that comes, goes or waits. Amounts are above zero, but an adjustment's, which may take away. A withdrawal is held
 * when it is asked for, and in the end released or paid.
 */
export type Movement =
  | {
      readonly kind: 'deposit' | 'withdraw-hold' | 'withdraw-release';
      readonly amount: Money;
      readonly paymentId: number;
    }
  | {
      readonly kind: 'withdraw-paid';
      readonly amount: Money;
      /** The part of the amount that the house keeps. */
      readonly fee: Money;
      readonly paymentId: number;
    }
  | { readonly kind: 'adjustment'; readonly amount: Money; readonly memo: string };

interface TransferTerms<T> {
  /** The answer, refusals too, is stored under it; the same key is given it again and nothing moves. */
  readonly key?: ReplyKey | undefined;
  /** What is answered when the money moves; JSON must be able to carry it. */
  readonly answer: (at: TimestampMs) => T;
  /**
   * Writes the rows that go with it, in the same transaction. May refuse as long as it has written nothing: then nothing
   * moves.
   */
  readonly also?: (transaction: Db, answer: T, at: TimestampMs) => Promise<Refusal | undefined>;
}

/** An order as its command was answered, with the price and profit of that moment, so that it can be answered again. */
export type AnsweredOrder = Order & { readonly mark?: Mark };

/** What an account's owner is told, after it was stored. */
export interface AccountEvent {
  readonly accountId: AccountId;
  /** Whole rows of the orders that changed. */
  readonly orders: readonly Order[];
  readonly closedIds: readonly OrderId[];
  readonly account: AccountFigures;
}

export interface DealPage {
  readonly orders: readonly Order[];
  readonly total: number;
  readonly balance: Money;
  /** Sum of the profits of all orders of that status: realised for history, floating at the quotes of now for holding. */
  readonly profits: Money;
}

/**
 * Dealing: every command is decided on one state in one order, stored, then told. Refusals carry a wire code, an empty
 * message, and facts named as on the wire (`price`: a decimal; `field`). A call rejects when nothing could be stored.
 */
export interface Exchange {
  submit(account: AccountId, order: NewOrder): Promise<Result<AnsweredOrder>>;
  /** @returns the closed order; of a partial close the closed part, which has an id of its own */
  close(
    account: AccountId,
    id: OrderId,
    cid: string | undefined,
    volume: Volume | undefined,
  ): Promise<Result<AnsweredOrder>>;
  cancel(account: AccountId, id: OrderId): Promise<Result<AnsweredOrder>>;
  setStops(
    account: AccountId,
    id: OrderId,
    stops: { readonly stopLoss?: Price; readonly takeProfit?: Price },
  ): Promise<Result<AnsweredOrder>>;
  resetDemo(account: AccountId): Promise<Result<AccountFigures>>;
  /**
   * Moves money in or out of an account, decided on in turn with its orders. Refuses with 4003 for a demo account, with
   * 4106 what is more than the balance or the available prepayment, with 4101 a withdrawal while the value of an open
   * position is not known, and with 4009 a release or payment of more than is held.
   */
  transfer<T>(account: AccountId, movement: Movement, terms: TransferTerms<T>): Promise<Result<T>>;
  figures(account: AccountId): Promise<AccountFigures>;
  /** All pending orders and open positions. */
  working(account: AccountId): Promise<readonly Order[]>;
  deals(account: AccountId, status: 'pending' | 'open' | 'closed', page: number): Promise<DealPage>;
  /** The price of an order's instrument now and, of an open position, the profit at it; undefined while unknown. */
  mark(order: Order): Mark | undefined;
  onAccountEvent(listener: (event: AccountEvent) => void): () => void;
  /** Takes up the stored orders and follows the market: before the market starts, so that no tick is missed. */
  start(): Promise<void>;
  /** Lets go of the market and waits for what is being decided. */
  stop(): Promise<void>;
}
