import { CODE } from '../../shared/contract/codes.ts';
import type { Outcome } from '../../shared/contract/orders.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { PageClock } from '../clock.ts';
import { createLookUps } from './command-outcome.ts';

/** What became of a payment: the id under which it was booked, or why it was not. */
export type PaymentOutcome = Result<number>;

export interface PaymentOutcomeDeps {
  readonly clock: Pick<PageClock, 'after'>;
  readonly ask: (cid: string) => Promise<Result<Outcome>>;
  readonly onKnown: (outcome: PaymentOutcome) => void;
}

/**
 * Asks for the outcome of a payment under `cid` until it is known. That books nothing: an unknown cid is sealed, and the
 * payment will never be booked. @returns stop
 */
export function followPayment({ clock, ask, onKnown }: PaymentOutcomeDeps, cid: string): () => void {
  let isOver = false;
  const look = async (): Promise<void> => {
    const outcome = known(await ask(cid));
    if (isOver) return;
    if (outcome === undefined) lookUps.again();
    else onKnown(outcome);
  };
  const lookUps = createLookUps(clock, () => void look());
  void look();
  return () => {
    isOver = true;
    lookUps.stop();
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
