import { CODE } from '../../shared/contract/codes.ts';
import type { Result } from '../../shared/result.ts';
import { newCid } from './ask.ts';
import { draftOf } from './draft.ts';

interface Note extends Readonly<Record<string, string>> {
  readonly order: string;
  readonly cid: string;
}

export interface PaymentIntent<Order extends object> {
  /** The same `order` has the same id until it is settled. */
  cidOf(order: Order): string;
  /** The order that the exchange may hold already. */
  open(): Order | undefined;
  settle(answer: Result<unknown>): void;
}

/** One order of money keeps its id, reloads included, until the exchange has said yes or no to it. */
export function paymentIntent<Order extends object>(name: string): PaymentIntent<Order> {
  const kept = draftOf<Note>(name, []);
  return {
    cidOf(order) {
      const text = JSON.stringify(order);
      const before = kept.read();
      if (before?.order === text && before.cid !== undefined) return before.cid;
      const cid = newCid();
      kept.write({ order: text, cid });
      return cid;
    },
    open() {
      const { order } = kept.read() ?? {};
      return order === undefined ? undefined : JSON.parse(order);
    },
    settle(answer) {
      if (answer.ok || isDefinite(answer.error.code)) kept.clear();
    },
  };
}

/** Local codes say nothing about what became of it, and neither does a server that broke. */
const isDefinite = (code: number): boolean => code > 0 && code !== CODE.internal;
