import { type ReadonlySignal, signal } from '@preact/signals-react';
import type { OrderId } from '../../shared/domain/order.ts';

export interface Underway {
  readonly ids: ReadonlySignal<ReadonlySet<OrderId>>;
  has(id: OrderId): boolean;
  reserve(ids: readonly OrderId[]): void;
  release(id: OrderId): void;
  /** @returns undefined if another command on this order is running */
  once<T>(id: OrderId, act: () => Promise<T>): Promise<T | undefined>;
}

function createUnderway(): Underway {
  const ids = signal<ReadonlySet<OrderId>>(new Set());
  const reserve = (more: readonly OrderId[]): void => {
    ids.value = new Set([...ids.peek(), ...more]);
  };
  const release = (id: OrderId): void => {
    ids.value = new Set([...ids.peek()].filter((one) => one !== id));
  };
  return {
    ids,
    has: (id) => ids.peek().has(id),
    reserve,
    release,
    async once(id, act) {
      if (ids.peek().has(id)) return undefined;
      reserve([id]);
      try {
        return await act();
      } finally {
        release(id);
      }
    },
  };
}

/**
 * The orders with a running command, on whichever screen it began: a second one is ignored until the first is answered, or the
 * older of two changes could be carried out last.
 */
export const underway: Underway = createUnderway();
