import { CODE } from '../../shared/contract/codes.ts';
import { LOCAL_CODE, type Refusal, type Result } from '../../shared/result.ts';

/* What became of a command that was sent. */

/** `unknown`: no answer came, and the outcome is being looked up. */
export interface NotExecuted {
  readonly status: 'refused' | 'not-executed' | 'unknown';
  readonly error: Refusal;
}

/** The end of a command, as far as its answer says. */
export type CommandAnswer<T> = { readonly status: 'executed'; readonly order: T } | NotExecuted;

export type CommandOutcome<T> = { readonly status: 'sent' } | CommandAnswer<T>;

/** Codes after which the command may or may not have been carried out. */
const UNSETTLED: readonly number[] = [
  LOCAL_CODE.unknown,
  LOCAL_CODE.workerLost,
  LOCAL_CODE.malformed,
  CODE.internal,
];
/** Codes of a look-up that leave the outcome unknown. */
const NOT_ANSWERED: readonly number[] = [...UNSETTLED, LOCAL_CODE.offline, CODE.tooMany, CODE.sessionExpired];
/** Codes with which nothing was carried out because nothing was sent, or not in time. */
const NOT_SENT: readonly number[] = [LOCAL_CODE.offline, LOCAL_CODE.replay, CODE.cidSealed];

export function outcomeOf<T>(answer: Result<T>): CommandAnswer<T> {
  if (answer.ok) return { status: 'executed', order: answer.value };
  const { error } = answer;
  if (UNSETTLED.includes(error.code)) return { status: 'unknown', error };
  return { status: NOT_SENT.includes(error.code) ? 'not-executed' : 'refused', error };
}

/** Whether a look-up leaves the outcome unknown. */
export const leavesUnknown = (answer: Result<unknown>): boolean =>
  !answer.ok && NOT_ANSWERED.includes(answer.error.code);
