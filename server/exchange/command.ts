import type { Restriction } from '../../shared/domain/allowed.ts';
import type { NightTerms } from '../../shared/domain/financing.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { OrderId, OrderStops, OrderTerms } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { TwoPrices } from '../../shared/domain/quote.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import type { Result } from '../../shared/result.ts';
import type { AccountState, DealEvent } from './state.ts';
import type { Prices } from './valuation.ts';

/** Until when a command may be carried out; without a time it is not checked. */
export interface Validity {
  /** The time of the tap. The command is carried out at most `validMs` later. */
  readonly seenAt?: TimestampMs;
  /** Default: `VALID_MS`. */
  readonly validMs?: number;
}

/** What the user saw when tapping; absent fields are not checked. */
export interface Seen extends Validity {
  readonly seenPrice?: Price;
  /** Which price that is. @default 'bid' */
  readonly seenSide?: 'bid' | 'ask';
  readonly deviationPoints?: number;
}

export interface NewOrder extends OrderTerms {
  readonly cid?: string;
  readonly kind:
    | (Seen & { readonly type: 'market' })
    | (Validity & { readonly type: 'pending'; readonly targetPrice: Price });
}

/**
 * A movement of money. Amounts are above zero; only an adjustment may be negative. A withdrawal is held on
 * request, then released or paid.
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
      /** The fee, part of the amount. */
      readonly fee: Money;
      readonly paymentId: number;
    }
  | { readonly kind: 'adjustment'; readonly amount: Money; readonly memo: string };

/** Every command on an account: requests of its owner, and effects of prices. */
export type Command =
  | { readonly type: 'submit'; readonly order: NewOrder }
  | (Seen & { readonly type: 'close'; readonly id: OrderId; readonly volume?: Volume })
  | { readonly type: 'cancel'; readonly id: OrderId }
  | (Validity & { readonly type: 'amend'; readonly id: OrderId; readonly targetPrice: Price })
  | (OrderStops & { readonly type: 'set-stops'; readonly id: OrderId })
  /** Trailing stops moved. */
  | { readonly type: 'trail'; readonly ids: readonly OrderId[] }
  /** A tick may have reached the target or a stop of an order. */
  | (TwoPrices & {
      readonly type: 'trigger';
      readonly id: OrderId;
      readonly at: TimestampMs;
      /** What the prices came from; undefined where that is not known, as of a tick that was missed. */
      readonly source?: string | undefined;
    })
  /** A night of these positions, which is not booked to them yet. */
  | {
      readonly type: 'finance';
      readonly at: TimestampMs;
      readonly terms: ReadonlyMap<OrderId, NightTerms>;
    }
  | { readonly type: 'stop-out' }
  /** The margin level has fallen below 100 %, or is well above it again. */
  | { readonly type: 'margin-level' }
  | { readonly type: 'reset' }
  | { readonly type: 'operator-close'; readonly id: OrderId }
  /** By an operator; undefined lifts it. */
  | { readonly type: 'restrict'; readonly restriction: Restriction | undefined }
  | { readonly type: 'move'; readonly movement: Movement };

export type CommandOf<T extends Command['type']> = Extract<Command, { readonly type: T }>;

export interface DealingSettings {
  readonly stopOutPercent: number;
  readonly feeType: FeeType;
  readonly demoBalance: Money;
  /** Prices are simulated, and accounts for real money may open nothing at them. @default false */
  readonly refusesReal?: boolean;
}

export interface Context {
  /** Of what is stored; it may stand. */
  readonly now: TimestampMs;
  /** Of clients: the validity of their commands is judged by it. */
  readonly wall: TimestampMs;
  readonly prices: Prices;
  readonly settings: DealingSettings;
  /** The id for the order that a command may create. */
  readonly newId: OrderId;
}

/**
 * The result of a command, or its refusal. Without events there is nothing to do. The first event carries the
 * order that the reply shows.
 */
export type Decision = Result<readonly DealEvent[]>;

export type Decide<T extends Command['type']> = (
  state: AccountState,
  command: CommandOf<T>,
  context: Context,
) => Decision;
