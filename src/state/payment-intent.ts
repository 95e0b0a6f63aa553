import { CODE } from '../../shared/contract/codes.ts';
import type { Outcome } from '../../shared/contract/orders.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import { pageClock } from '../link/page-clock.ts';
import { lasting, type TextStore } from '../link/storage.ts';
import { ask, newCid } from './ask.ts';
import { outcomeOf } from './command-outcome.ts';
import { createIntents, createNotes, type IntentsOptions, isNote, type Note } from './intents.ts';
import { tabId } from './orders.ts';

type Payment = 'draw' | 'deposit-coin' | 'deposit-wire';

interface PaymentNote extends Note {
  readonly payment: Payment;
  readonly order: string;
  /** It was sent before, and may have been carried out. */
  readonly isRepeated?: boolean;
}

/** A booked payment, by its id. */
export interface Booked {
  readonly id: number;
}

interface Deps extends Pick<IntentsOptions<PaymentNote, Booked>, 'clock' | 'tab'> {
  readonly store: TextStore;
  newCid(): string;
  askOutcome(cid: string): Promise<Result<Outcome>>;
}

const askOutcome = (cid: string) => ask('getPaymentOutcome', { cid });

export type PaymentIntent<Order extends object> = ReturnType<typeof paymentIntent<Order>>;

/**
 * A deposit or withdrawal that keeps its id until the exchange accepted or refused it. Like an order it is noted on this
 * device, also when the phone ends the app, and forgotten when the account signs out. It is asked for while it is followed.
 */
export function paymentIntent<Order extends object>(
  payment: Payment,
  uid: number,
  deps: Deps = { store: lasting, clock: pageClock, tab: tabId, newCid, askOutcome },
) {
  let follower: ((outcome: Result<Booked>) => void) | undefined;
  const isOne = (value: unknown): value is PaymentNote =>
    isNote(value, { payment: 'string', order: 'string' }) && value['payment'] === payment;
  const notes = createNotes(deps.store, isOne);
  const intents = createIntents<PaymentNote, Booked>({
    ...deps,
    notes,
    uid: () => uid,
    canAsk: () => follower !== undefined,
    keyOf: ({ cid }) => cid,
    // Another tab may have sent it again meanwhile.
    isKnown: (answer, { cid }) =>
      isKnown(
        answer,
        notes.all(uid).some((note) => note.cid === cid && note.isRepeated),
      ),
    askOutcome: async ({ cid }) => {
      const outcome = known(await deps.askOutcome(cid));
      return follower && outcome;
    },
  });
  intents.onSettled((settled) => {
    // The records show what became of one that the exchange no longer knows by its id.
    if (settled.status === 'known') follower?.(settled.result);
  });
  return {
    /** Sends an order: the same one with the same cid until it is settled. */
    send<T extends Booked>(order: Order, send: (cid: string) => Promise<Result<T>>): Promise<Result<T>> {
      const before = intents.open().find((note) => valuesOf(JSON.parse(note.order)) === valuesOf(order));
      const [cid, isRepeated] = [before?.cid ?? deps.newCid(), before !== undefined];
      const note = { payment, cid, uid, tab: deps.tab(), madeAtMs: deps.clock.wallMs(), isRepeated };
      return intents.send({ ...note, order: JSON.stringify(order) }, () => send(cid));
    },
    /** The orders that the exchange may already have. */
    open: (): readonly Order[] => intents.open().map(({ order }) => JSON.parse(order)),
    /** Asks what became of the open orders, until that is known and settled. That books nothing. Returns stop. */
    follow(onKnown: (outcome: Result<Booked>) => void): () => void {
      follower = onKnown;
      intents.lookUp();
      return () => {
        follower = undefined;
      };
    },
  };
}

/** Orders are compared without their fields' names: the release that noted them may have had other names. */
const valuesOf = (order: object): string => JSON.stringify(Object.values(order));

/**
 * Refusals of a repeated payment may come before the exchange looks for its answer to an earlier try, as "sign in again"
 * does: only a sealed id never was carried out and never will be.
 */
const isKnown = (answer: Result<unknown>, isRepeated: boolean): boolean =>
  isRepeated && !answer.ok ? answer.error.code === CODE.cidSealed : outcomeOf(answer).status !== 'unknown';

function known(answer: Result<Outcome>): Result<Booked> | undefined {
  if (!answer.ok) return undefined;
  const { state, reply } = answer.value;
  if (state === 'never') return err(refusal(CODE.cidSealed));
  if (state !== 'done' || reply === undefined) return undefined;
  const { code, msg, data } = reply;
  if (code !== CODE.success) return err({ ...refusal(code), message: msg });
  return ok({ id: Number((data as Partial<Booked> | null)?.id) });
}
