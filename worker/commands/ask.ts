import type { AskedRoute } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { AnswerOf, RequestOf, RouteName } from '../../shared/contract/routes.ts';
import type { Decoder } from '../../shared/contract/schema.ts';
import { COMMAND_DEADLINE_MS } from '../../shared/limits.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';
import type { Env } from '../env.ts';
import { type CallError, type Http, refusalOf } from '../http.ts';
import { answerDecoder, decoded } from '../loader.ts';

/** One try may take half of the deadline, so that there is always a second. */
const TRY_MS = COMMAND_DEADLINE_MS / 2;
/** Kept back, so that the answer is out before the caller stops waiting. */
const RESERVE_MS = 500;
const WAIT_MS = 400;

/**
 * Makes a call of the contract as it is. One that carries a `cid` is sent again under the same one while no answer
 * comes; any other is sent once.
 */
export async function ask<N extends AskedRoute>(
  env: Env,
  http: Http,
  name: N,
  request: RequestOf<N>,
): Promise<Result<AnswerOf<N>>> {
  const { answer } = await sendUntilAnswered(env, http, name, request, {
    decode: answerDecoder(name),
    isRepeatable: 'cid' in request && request.cid !== undefined,
    waitMs: () => WAIT_MS * (0.5 + env.random()),
  });
  return answer;
}

export interface SendOptions<T> {
  readonly decode: Decoder<T>;
  /** False: one try, with all the time there is. */
  readonly isRepeatable: boolean;
  /** Delay before the next try, by the number of tries without an answer before this one. */
  readonly waitMs: (failures: number) => number;
  /** A reply that is no envelope says nothing about the deed, and the request is sent again. */
  readonly isRepeatedWhenGarbled?: true;
}

/**
 * Sends the same request until an answer comes or the deadline is near: a lost answer says nothing about the deed. The
 * outcome is then `unknown`, never "failed". `wasUnsure`: a try before the one that was answered may have done the deed.
 */
export async function sendUntilAnswered<N extends RouteName, T>(
  env: Env,
  http: Http,
  name: N,
  request: RequestOf<N>,
  { decode, isRepeatable, waitMs, isRepeatedWhenGarbled }: SendOptions<T>,
): Promise<{ readonly answer: Result<T>; readonly wasUnsure: boolean }> {
  const deadline = env.now() + COMMAND_DEADLINE_MS - RESERVE_MS;
  for (let failures = 0; ; ) {
    const wasUnsure = failures > 0;
    const leftMs = deadline - env.now();
    if (leftMs <= 0) return { answer: err(refusal(LOCAL_CODE.unknown)), wasUnsure };
    const reply = await http.call(name, request, {
      deadlineMs: isRepeatable ? Math.min(TRY_MS, leftMs) : leftMs,
    });
    const answer = decoded(reply, decode);
    if (answer.ok) return { answer, wasUnsure };
    const isGarbled = !reply.ok && reply.error.kind === 'malformed';
    const isOpen = isUnanswered(answer.error, wasUnsure) || (isGarbled && isRepeatedWhenGarbled === true);
    if (!isRepeatable || !isOpen) return { answer: err(refusalOf(answer.error)), wasUnsure };
    const delayMs = Math.min(waitMs(failures), Math.max(0, deadline - env.now()));
    await new Promise<void>((resolve) => void env.after(delayMs, resolve));
    failures++;
  }
}

/** "Slow down" says nothing about a try before it. */
const isUnanswered = (error: CallError, wasUnsure: boolean): boolean =>
  error.kind === 'unanswered' || (wasUnsure && error.kind === 'refused' && error.code === CODE.tooMany);
