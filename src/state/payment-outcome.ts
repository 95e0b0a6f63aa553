import { CODE } from '../../shared/contract/codes.ts';
import type { Outcome } from '../../shared/contract/orders.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { PageClock } from '../clock.ts';

/** What became of a payment: the id under which it was booked, or why it was not. */
export type PaymentOutcome = Result<number>;

export interface PaymentOutcomeDeps {
  readonly clock: Pick<PageClock, 'after'>;
  readonly ask: (cid: string) => Promise<Result<Outcome>>;
  readonly onKnown: (outcome: PaymentOutcome) => void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Asks for the outcome of a payment under `cid` until it is known. That books nothing: an unknown cid is sealed, and the
 * payment will never be booked. @returns stop
 */
export function followPayment({ clock, ask, onKnown }: PaymentOutcomeDeps, cid: string): () => void {
  let isOver = false;
  let cancelNext = () => {};
  const look = async (nextPauseMs: number): Promise<void> => {
    const outcome = known(await ask(cid));
    if (isOver) return;
    if (outcome !== undefined) return onKnown(outcome);
    cancelNext = clock.after(nextPauseMs, () => void look(Math.min(2 * nextPauseMs, LONGEST_PAUSE_MS)));
  };
  void look(FIRST_PAUSE_MS);
  return () => {
    isOver = true;
    cancelNext();
  };
}

function known(answer: Result<Outcome>): PaymentOutcome | undefined {
  if (!answer.ok) return undefined;
  const { state, reply } = answer.value;
  if (state === 'never') return err(refusal(CODE.cidSealed));
  if (state !== 'done' || reply === undefined) return undefined;
  const { code, msg, data } = reply;
  if (code !== CODE.success) return err({ ...refusal(code), message: msg });
  return ok(Number((data as { readonly id?: unknown } | null)?.id));
}
