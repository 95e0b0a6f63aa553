import { type Signal, signal } from '@preact/signals-react';
import type { Position } from '../../shared/domain/order.ts';
import type { Price } from '../../shared/domain/price.ts';

/** The first fill of the account, until the trader has answered it; `follow-first-fill.ts` decides. */
export const firstFill: Signal<Position | undefined> = signal(undefined);

/** A stop loss that is offered for it, `points` from its opening. */
export interface OfferedStop {
  readonly price: Price;
  readonly points: number;
}

/** The chart shows them while they are offered. */
export const offeredStops: Signal<readonly OfferedStop[]> = signal([]);
