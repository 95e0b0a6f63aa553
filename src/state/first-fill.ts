import { type Signal, signal } from '@preact/signals-react';
import type { Position } from '../../shared/domain/order.ts';

/** The first fill of the account, until the trader has answered it; `follow-first-fill.ts` decides. */
export const firstFill: Signal<Position | undefined> = signal(undefined);
