import type { Money } from '../../shared/domain/money.ts';

/** How a simulated trader trades. The name is its seed as well as its handle. */
export interface Temperament {
  /** Lower case, as it may stand in a client order id. */
  readonly name: string;
  /** What it starts with, once. */
  readonly opening: Money;
  readonly codes: readonly string[];
  /** It looks at the market once in so long. */
  readonly stepMs: number;
  /** The part of its looks at which it thinks of opening, 0 to 1. */
  readonly eagerness: number;
  /** Whether it goes with a move or against it. */
  readonly style: 'with' | 'against';
  /** Minutes of prices that it judges a move by. */
  readonly lookback: number;
  /** How large a move must be, in what so many minutes usually bring. */
  readonly nerve: number;
  /** It holds a position for about so long. */
  readonly holdMinutes: readonly [from: number, to: number];
  readonly maxPositions: number;
  /** Hundredths of its balance that go into the margin of one position. */
  readonly share: number;
  readonly multiple: number;
  /** Distance of stop loss and take profit, in what the holding time usually brings; undefined: it uses none. */
  readonly stop?: number;
  readonly target?: number;
}
