import type { Brand } from '../../shared/brand.ts';
import type { Mark } from '../../shared/contract/encode.ts';
import type { InstrumentId } from '../../shared/instrument.ts';
import type { Money } from '../../shared/money.ts';
import type { Order, OrderId, Side } from '../../shared/order.ts';
import type { Price } from '../../shared/price.ts';
import type { Result } from '../../shared/result.ts';
import type { TimestampMs } from '../../shared/time.ts';
import type { Volume } from '../../shared/volume.ts';

export type AccountId = Brand<number, 'AccountId'>;

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
   * Margin held by positions and pending withdrawals, and what the house advanced on losses beyond the balance while
   * other positions are still open.
   */
  readonly lockBalance: Money;
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
