import type { Brand } from '../../shared/brand.ts';
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
  /** Margin held by positions and pending withdrawals. */
  readonly lockBalance: Money;
}

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

/** Dealing: every command is decided on one state in one order, stored, then told. Refusals carry a wire code. */
export interface Exchange {
  submit(account: AccountId, order: NewOrder): Promise<Result<Order>>;
  close(
    account: AccountId,
    id: OrderId,
    cid: string | undefined,
    volume: Volume | undefined,
  ): Promise<Result<Order>>;
  cancel(account: AccountId, id: OrderId): Promise<Result<Order>>;
  setStops(
    account: AccountId,
    id: OrderId,
    stops: { readonly stopLoss?: Price; readonly takeProfit?: Price },
  ): Promise<Result<Order>>;
  resetDemo(account: AccountId): Promise<Result<AccountFigures>>;
  figures(account: AccountId): Promise<AccountFigures>;
  /** All pending orders and open positions. */
  working(account: AccountId): Promise<readonly Order[]>;
  deals(account: AccountId, status: 'pending' | 'open' | 'closed', page: number): Promise<DealPage>;
  onAccountEvent(listener: (event: AccountEvent) => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}
