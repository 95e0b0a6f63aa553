import type { FeeType } from '../../shared/domain/margin.ts';
import type { Money } from '../../shared/domain/money.ts';
import type { OrderId } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Volume } from '../../shared/domain/volume.ts';
import type { Result } from '../../shared/result.ts';
import type { Movement, NewOrder } from './exchange.ts';
import type { AccountState, DealEvent } from './state.ts';
import type { Prices } from './valuation.ts';

/** Everything that can happen to an account: what its owner asks for, and what prices do. */
export type Command =
  | { readonly type: 'submit'; readonly order: NewOrder }
  | { readonly type: 'close'; readonly id: OrderId; readonly volume?: Volume }
  | { readonly type: 'cancel'; readonly id: OrderId }
  | {
      readonly type: 'set-stops';
      readonly id: OrderId;
      readonly stopLoss?: Price;
      readonly takeProfit?: Price;
    }
  /** A tick may have reached the target or a stop of an order. */
  | { readonly type: 'trigger'; readonly id: OrderId; readonly price: Price; readonly at: TimestampMs }
  | { readonly type: 'stop-out' }
  | { readonly type: 'reset' }
  | { readonly type: 'move'; readonly movement: Movement };

export type CommandOf<T extends Command['type']> = Extract<Command, { readonly type: T }>;

export interface DealingSettings {
  readonly stopOutPercent: number;
  readonly feeType: FeeType;
  readonly demoBalance: Money;
}

export interface Context {
  readonly now: TimestampMs;
  readonly prices: Prices;
  readonly settings: DealingSettings;
  /** For the one order that a command may bring into being. */
  readonly newId: OrderId;
}

/**
 * What comes of a command, or why it is refused. No events: nothing to do. The first event carries the order that the
 * answer shows.
 */
export type Decision = Result<readonly DealEvent[]>;

export type Decide<T extends Command['type']> = (
  state: AccountState,
  command: CommandOf<T>,
  context: Context,
) => Decision;
