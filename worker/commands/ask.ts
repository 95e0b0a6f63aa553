import type { AskedRoute } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { AnswerOf, RequestOf, RouteName } from '../../shared/contract/routes.ts';
import type { Decoder } from '../../shared/contract/schema.ts';
import { COMMAND_DEADLINE_MS } from '../../shared/limits.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';
import type { Env } from '../env.ts';
import { type CallError, type Http, refusalOf } from '../http.ts';
import { answerDecoder, decoded } from '../loader.ts';

/** One try may take half of the deadline, so that there is always time for a second. */
const TRY_MS = COMMAND_DEADLINE_MS / 2;
/** Reserved, so that the reply reaches the caller before it stops waiting. */
const RESERVE_MS = 500;
const WAIT_MS = 400;

/**
 * Makes one call of the contract. A call with a `cid` is sent again under the same `cid` until a reply
 * arrives; any other call is sent once.
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
  /** False: a single try with the full deadline. */
  readonly isRepeatable: boolean;
  /** Delay before the next try, by the number of unanswered tries so far. */
  readonly waitMs: (failures: number) => number;
  /** A malformed reply leaves the outcome unknown, so the request is sent again. */
  readonly isRepeatedWhenGarbled?: true;
}

/**
 * Sends the same request until a reply arrives or the deadline is near: after a lost reply the request may
 * have been carried out. The outcome is then `unknown`, never "failed". `wasUnsure`: an earlier try may have
 * been carried out.
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

/** A "slow down" reply says nothing about earlier tries. */
const isUnanswered = (error: CallError, wasUnsure: boolean): boolean =>
  error.kind === 'unanswered' || (wasUnsure && error.kind === 'refused' && error.code === CODE.tooMany);
