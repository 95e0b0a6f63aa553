import { CODE } from '../../shared/contract/codes.ts';
import type { Result } from '../../shared/result.ts';
import { pageClock } from '../link/page-clock.ts';
import { ask, newCid } from './ask.ts';
import { draftOf } from './draft.ts';
import { followPayment, type PaymentOutcome } from './payment-outcome.ts';

interface Note {
  readonly order: string;
  readonly cid: string;
}

export interface PaymentIntent<Order extends object> {
  /** The same `order` gets the same id until it is settled. */
  cidOf(order: Order): string;
  /** The order that the exchange may already have. */
  open(): Order | undefined;
  settle(answer: Result<unknown>): void;
  /** Asks what became of the open order, if there is one, until that is known and settled. Returns stop. */
  follow(onKnown: (outcome: PaymentOutcome) => void): () => void;
}

/** A deposit or withdrawal that keeps its id, reloads included, until the exchange accepted or refused it. */
export function paymentIntent<Order extends object>(name: string): PaymentIntent<Order> {
  const kept = draftOf<Note>(name, []);
  const settle = (answer: Result<unknown>): void => {
    if (answer.ok || isDefinite(answer.error.code)) kept.clear();
  };
  return {
    cidOf(order) {
      const before = kept.read();
      if (before?.order !== undefined && before.cid !== undefined)
        if (valuesOf(JSON.parse(before.order)) === valuesOf(order)) return before.cid;
      const cid = newCid();
      kept.write({ order: JSON.stringify(order), cid });
      return cid;
    },
    open() {
      const { order } = kept.read() ?? {};
      return order === undefined ? undefined : JSON.parse(order);
    },
    settle,
    follow(onKnown) {
      const { cid } = kept.read() ?? {};
      if (cid === undefined) return () => {};
      return followPayment(
        {
          clock: pageClock,
          ask: (asked) => ask('getPaymentOutcome', { cid: asked }),
          onKnown(outcome) {
            settle(outcome);
            onKnown(outcome);
          },
        },
        cid,
      );
    },
  };
}

/** Orders are compared without their fields' names: a release before this one may have kept them under other names. */
const valuesOf = (order: object): string => JSON.stringify(Object.values(order));

/** Local codes and a server error leave the outcome unknown. */
const isDefinite = (code: number): boolean => code > 0 && code !== CODE.internal;
