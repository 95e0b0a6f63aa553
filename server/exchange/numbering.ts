import { type OrderId, orderId } from '../../shared/domain/order.ts';
import { takeNumbers } from '../store/numbers.ts';
import type { Store } from '../store/store.ts';

/** Numbers taken from the store at once; those left over at the end of the process are never used. */
const BLOCK = 100;

/** Order ids that no other order has or will have, also not in another process on the same store. */
export function createOrderIds(store: Store): () => Promise<OrderId> {
  let next = 0;
  let left = 0;
  let refill: Promise<void> | undefined;
  const takeBlock = async () => {
    try {
      next = await store.write((transaction) => takeNumbers(transaction, 'order', BLOCK));
      left = BLOCK;
    } finally {
      refill = undefined;
    }
  };
  return async () => {
    while (left === 0) {
      refill ??= takeBlock();
      await refill;
    }
    left -= 1;
    next += 1;
    return orderId(next - 1);
  };
}
