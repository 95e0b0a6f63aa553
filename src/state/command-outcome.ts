import { CODE } from '../../shared/contract/codes.ts';
import { LOCAL_CODE, type Refusal, type Result } from '../../shared/result.ts';
import type { PageClock } from '../clock.ts';

/* What became of a command that was sent, and when to look again while that is unknown. */

/** The end of a command, as far as its answer says. */
export type CommandAnswer<T> =
  | { readonly status: 'executed'; readonly order: T }
  /** `unknown`: no answer came, and the outcome is being looked up. */
  | { readonly status: 'refused' | 'not-executed' | 'unknown'; readonly error: Refusal };

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

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

export interface LookUps {
  /** Looks after the next pause, in place of a look that was to come. */
  again(): void;
  /** The next pause is the shortest. */
  reset(): void;
  stop(): void;
}

/** Looks up outcomes after longer and longer pauses. */
export function createLookUps(clock: Pick<PageClock, 'after'>, look: () => void): LookUps {
  let pauseMs = FIRST_PAUSE_MS;
  let cancelNext = () => {};
  return {
    again() {
      cancelNext();
      cancelNext = clock.after(pauseMs, look);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    },
    reset() {
      pauseMs = FIRST_PAUSE_MS;
    },
    stop: () => cancelNext(),
  };
}
