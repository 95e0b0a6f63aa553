import type { AskedRoute } from '../../shared/asked-route.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { AnswerOf, RequestOf } from '../../shared/contract/routes.ts';
import { COMMAND_DEADLINE_MS } from '../../shared/limits.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';
import { ANSWERS } from '../answers.ts';
import type { Env } from '../env.ts';
import { type CallError, type Http, refusalOf } from '../http.ts';
import { decoded } from '../loader.ts';

/** One try may take half of the deadline, so that there is always a second. */
const TRY_MS = COMMAND_DEADLINE_MS / 2;
/** Kept back, so that the answer is out before whoever asked stops waiting. */
const RESERVE_MS = 500;
const WAIT_MS = 400;

/**
 * A call of the contract as it is. One that carries a `cid` is asked again under the same one while no answer comes, and
 * is `unknown` near the deadline, never "failed"; any other is asked once.
 */
export async function ask<N extends AskedRoute>(
  env: Env,
  http: Http,
  name: N,
  request: RequestOf<N>,
): Promise<Result<AnswerOf<N>>> {
  const deadline = env.now() + COMMAND_DEADLINE_MS - RESERVE_MS;
  const isRepeatable = 'cid' in request && request.cid !== undefined;
  for (let unsure = false; ; unsure = true) {
    const leftMs = deadline - env.now();
    if (leftMs <= 0) return err(refusal(LOCAL_CODE.unknown));
    const deadlineMs = isRepeatable ? Math.min(TRY_MS, leftMs) : leftMs;
    const answer = decoded<AnswerOf<N>>(await http.call(name, request, { deadlineMs }), ANSWERS[name]);
    if (answer.ok) return answer;
    if (!isRepeatable || !isOpen(answer.error, unsure)) return err(refusalOf(answer.error));
    await new Promise<void>((resolve) => {
      env.after(WAIT_MS * (0.5 + env.random()), resolve);
    });
  }
}

/** Whether the deed may have been done all the same. "Slow down" says nothing about a try before it. */
const isOpen = (error: CallError, unsure: boolean): boolean =>
  error.kind === 'unanswered' || (unsure && error.kind === 'refused' && error.code === CODE.tooMany);
