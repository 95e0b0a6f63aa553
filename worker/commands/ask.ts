import type { AskedRoute } from '../../shared/bridge/worker-api.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { AnswerOf, RequestOf, RouteName } from '../../shared/contract/routes.ts';
import type { Decoder } from '../../shared/contract/schema.ts';
import { forwardClock } from '../../shared/forward-clock.ts';
import { COMMAND_DEADLINE_MS } from '../../shared/limits.ts';
import { err, LOCAL_CODE, type Result, refusal } from '../../shared/result.ts';
import type { Env } from '../env.ts';
import { type CallError, type CallOptions, type Http, readEnvelope, refusalOf } from '../http.ts';
import { decoded } from '../loader.ts';

/** One try may take half of the deadline, so that there is always time for a second. */
const TRY_MS = COMMAND_DEADLINE_MS / 2;
/** Reserved, so that the reply reaches the caller before it stops waiting. */
const RESERVE_MS = 500;
const WAIT_MS = 400;
/**
 * A command is sent again only this long, well within its validity. The rest of the deadline is for learning its outcome,
 * so that the user sees "executed" or "not executed" while they still look.
 */
const RESEND_MS = COMMAND_DEADLINE_MS / 2;

export const pause = (env: Pick<Env, 'after'>, ms: number) =>
  new Promise<void>((resolve) => void env.after(ms, resolve));

type OutcomeRoute = 'getOrderOutcome' | 'getPaymentOutcome';

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
    decode: http.decoder(name),
    isRepeatable: 'cid' in request && request.cid !== undefined,
    waitMs: () => WAIT_MS * (0.5 + env.random()),
    outcome: name === 'sendChat' ? undefined : 'getPaymentOutcome',
  });
  return answer;
}

type Caller = Pick<Http, 'call' | 'decoder' | 'token'>;

export interface SendOptions<T> {
  readonly decode: Decoder<T>;
  /** False: a single try with the full deadline. */
  readonly isRepeatable: boolean;
  /** Delay before the next try, by the number of unanswered tries so far. */
  readonly waitMs: (failures: number) => number;
  /** Asks for the outcome of the request's `cid` when it is too late to send it again. */
  readonly outcome?: OutcomeRoute | undefined;
}

/**
 * Sends the same request until a reply arrives, the deadline is near or the session ends: after a lost reply the
 * request may have been carried out. The outcome is then `unknown`, never "failed". `wasUnsure`: an earlier try may have
 * been carried out.
 */
export async function sendUntilAnswered<N extends RouteName, T>(
  env: Pick<Env, 'now' | 'after'>,
  http: Caller,
  name: N,
  given: RequestOf<N> | Promise<RequestOf<N>>,
  { decode, isRepeatable, waitMs, outcome }: SendOptions<T>,
): Promise<{ readonly answer: Result<T>; readonly wasUnsure: boolean }> {
  const now = forwardClock(env.now);
  const startMs = now();
  const deadline = startMs + COMMAND_DEADLINE_MS - RESERVE_MS;
  const token = http.token();
  const request = await given;
  const cid = 'cid' in request ? request.cid : undefined;
  for (let failures = 0; ; ) {
    const wasUnsure = failures > 0;
    const leftMs = deadline - now();
    // Another session may be another account's: there it would be another order.
    if (leftMs <= 0 || http.token() !== token) return { answer: err(refusal(LOCAL_CODE.unknown)), wasUnsure };
    const options = { deadlineMs: isRepeatable ? Math.min(TRY_MS, leftMs) : leftMs };
    const reply =
      wasUnsure && outcome && cid !== undefined && now() - startMs >= RESEND_MS
        ? await askOutcome(http, outcome, cid, options)
        : await http.call(name, request, options);
    const answer = decoded(reply, decode);
    if (answer.ok) return { answer, wasUnsure };
    if (!isRepeatable || !isUnanswered(answer.error, wasUnsure))
      return { answer: err(refusalOf(answer.error)), wasUnsure };
    const delayMs = Math.min(waitMs(failures), Math.max(0, deadline - now()));
    await pause(env, delayMs);
    failures++;
  }
}

/** "Slow down" and "sign in again" say nothing about earlier tries. */
const isUnanswered = (error: CallError, wasUnsure: boolean): boolean =>
  error.kind === 'unanswered' ||
  (wasUnsure &&
    error.kind === 'refused' &&
    (error.code === CODE.tooMany || error.code === CODE.sessionExpired));

/**
 * The reply to the command with this `cid`, without sending it again. Refused with 4109 if the command never
 * reached the exchange; then it never will be carried out.
 */
export async function askOutcome(
  http: Caller,
  name: OutcomeRoute,
  cid: string,
  options?: CallOptions,
): Promise<Result<unknown, CallError>> {
  const answer = decoded(await http.call(name, { cid }, options), http.decoder(name));
  if (answer.ok) {
    const { state, reply } = answer.value;
    if (state === 'never') return err({ kind: 'refused', ...refusal(CODE.cidSealed) });
    // A refusal that names a parameter is never stored.
    if (reply) return readEnvelope(reply, 200, {});
  }
  return err({ kind: 'unanswered', reason: 'server' });
}
