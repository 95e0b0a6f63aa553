import { CODE } from '../../shared/contract/codes.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';
import { pageClock } from '../link/page-clock.ts';
import { lasting } from '../link/storage.ts';
import { ask, newCid } from './ask.ts';
import { createNotes, isNote, lookUpOf, type Note } from './order-intents.ts';
import { tabId } from './orders.ts';
import { followPayment, type PaymentOutcome } from './payment-outcome.ts';

type Payment = 'draw' | 'deposit-coin' | 'deposit-wire';

interface PaymentNote extends Note {
  readonly payment: Payment;
  readonly order: string;
  /** It was sent before, and may have been carried out. */
  readonly isRepeated?: boolean;
}

export interface PaymentIntent<Order extends object> {
  /** The same `order` gets the same id until it is settled. Call it before each send. */
  cidOf(order: Order): string;
  /** The orders that the exchange may already have. */
  open(): readonly Order[];
  settle(cid: string, answer: Result<unknown>): void;
  /** Asks what became of the open orders, until that is known and settled. Returns stop. */
  follow(onKnown: (outcome: PaymentOutcome) => void): () => void;
}

const isPaymentNote = (value: unknown): value is PaymentNote =>
  isNote(value, { payment: 'string', order: 'string' });

const notes = createNotes(lasting, isPaymentNote);

const nextOf = (note: PaymentNote) => lookUpOf(note, pageClock.wallMs(), tabId());

/**
 * A deposit or withdrawal that keeps its id until the exchange accepted or refused it. Like an order it is noted on this
 * device, also when the phone ends the app, and forgotten when the account signs out.
 */
export function paymentIntent<Order extends object>(payment: Payment, uid: number): PaymentIntent<Order> {
  const unsettled = (): readonly PaymentNote[] => {
    const all = notes.all(uid).filter((note) => note.payment === payment);
    // The records show what became of one that the exchange no longer knows by its id.
    for (const note of all) if (nextOf(note) === 'give-up') notes.drop(note.cid);
    return all.filter((note) => nextOf(note) !== 'give-up');
  };
  const settle = (cid: string, answer: Result<unknown>): void => {
    const isRepeated = notes.all(uid).some((note) => note.cid === cid && note.isRepeated);
    if (answer.ok || isDefinite(answer.error.code, isRepeated)) notes.drop(cid);
  };
  const outcomeOf = async (cid: string) => {
    // Another tab may have settled it, or sent it again, since.
    const note = unsettled().find((one) => one.cid === cid);
    return note !== undefined && nextOf(note) === 'ask'
      ? ask('getPaymentOutcome', { cid })
      : err(refusal(LOCAL_CODE.unknown));
  };
  const follow = (cid: string, onKnown: (outcome: PaymentOutcome) => void) =>
    followPayment(
      {
        clock: pageClock,
        ask: outcomeOf,
        onKnown(outcome) {
          notes.drop(cid);
          onKnown(outcome);
        },
      },
      cid,
    );
  return {
    cidOf(order) {
      const before = unsettled().find((note) => valuesOf(JSON.parse(note.order)) === valuesOf(order));
      const cid = before?.cid ?? newCid();
      const madeAtMs = pageClock.wallMs();
      const isRepeated = before !== undefined;
      notes.put({ payment, cid, uid, tab: tabId(), madeAtMs, order: JSON.stringify(order), isRepeated });
      return cid;
    },
    open: () => unsettled().map(({ order }) => JSON.parse(order)),
    settle,
    follow(onKnown) {
      const stops = unsettled().map(({ cid }) => follow(cid, onKnown));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Orders are compared without their fields' names: the release that noted them may have had other names. */
const valuesOf = (order: object): string => JSON.stringify(Object.values(order));

/**
 * Local codes and a server error leave the outcome unknown. Other refusals may come before the exchange looks for its answer
 * to an earlier try, as "sign in again" does: only a sealed id never was carried out and never will be.
 */
const isDefinite = (code: number, isRepeated: boolean): boolean =>
  isRepeated ? code === CODE.cidSealed : code > 0 && code !== CODE.internal;
