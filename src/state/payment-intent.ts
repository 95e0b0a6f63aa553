import { CODE } from '../../shared/contract/codes.ts';
import type { Result } from '../../shared/result.ts';
import { newCid } from './ask.ts';
import { draftOf } from './draft.ts';

interface Note extends Readonly<Record<string, string>> {
  readonly order: string;
  readonly cid: string;
}

export interface PaymentIntent<Order extends object> {
  /** The same `order` gets the same id until it is settled. */
  cidOf(order: Order): string;
  /** The order that the exchange may already have. */
  open(): Order | undefined;
  settle(answer: Result<unknown>): void;
}

/** A deposit or withdrawal that keeps its id, reloads included, until the exchange accepted or refused it. */
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

/** Local codes and a server error leave the outcome unknown. */
const isDefinite = (code: number): boolean => code > 0 && code !== CODE.internal;
