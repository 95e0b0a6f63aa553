import type { Language } from '../../../shared/contract/language.ts';
import { err, type Result } from '../../../shared/result.ts';
import type { Session } from '../../accounts/sessions.ts';
import type { Bus } from '../../bus/bus.ts';
import { jsonData, readJson } from '../../bus/json-messages.ts';
import { type Clock, stopwatchMs } from '../../clock.ts';
import { between, type Random } from '../../random.ts';
import { UnavailableError } from '../../store/errors.ts';
import type { Visitor } from '../../visitor.ts';
import type { CrossingName } from '../crossing.ts';
import { answerSchema, type CallAnswer, type CallMessage, shardOfCall, subjectOfShard } from './messages.ts';

interface SentCall {
  readonly call: CrossingName;
  /** Admitted by the sender. */
  readonly session: Session;
  /** Names and raw texts of the parameters. */
  readonly texts: readonly (readonly [string, string])[];
  readonly language: Language;
  readonly visitor: Visitor;
}

/** @returns the answer; undefined when the outcome is unknown. Rejects with UnavailableError: surely not done */
export type SendCall = (call: SentCall) => Promise<Result<unknown> | undefined>;

/** Why nobody took a try of a call, or that it had no answer in time. */
export const NOT_TAKEN = ['nobody', 'not_mine', 'busy', 'late'] as const;

export interface SenderDeps {
  readonly bus: Pick<Bus, 'request'>;
  readonly clock: Clock;
  readonly random: Random;
  /** Receives sentences about answers that cannot be read. */
  readonly report: (sentence: string) => void;
  /** Calls its listener when shards are served again: their dealer had ended or stopped, or a connection to the broker was lost. */
  readonly onBegun?: (listener: (shards: ReadonlySet<number>) => void) => void;
  /** How a call ended, and after how long. `unknown`: no answer in time. */
  readonly onAnswered?: (
    call: CrossingName,
    outcome: 'done' | 'unavailable' | 'failed' | 'unknown',
    ms: number,
  ) => void;
  readonly onNotTaken?: (reason: (typeof NOT_TAKEN)[number]) => void;
}

/** How long before the gateway's own answer is due a call is given up. */
const DEADLINE_MS = 8_500;
/** How long a call that nobody has taken is tried again. */
const TRIED_MS = 4_000;
/**
 * A call with a `cid` is repeated after this time without an answer: the time that a fault of the database costs an order is
 * rounded up to a multiple of it.
 */
const REPEATED_MS = 1_000;
/** The pause between two tries, before a random part is added. */
const PAUSE_MS = 100;
const JITTER_MS = 150;

/**
 * Sends calls to the process that deals for their account. One that surely nobody has taken is tried again for a while; one
 * without an answer only when it has a `cid`, under which it is carried out once.
 */
export function createCallSender(deps: SenderDeps): SendCall {
  const { bus, clock, random, report, onNotTaken } = deps;
  /** Calls with a `cid` and no answer yet, with their shards, sent again when those are served again: the call or its answer may be lost. */
  const unanswered = new Map<() => void, number>();
  deps.onBegun?.((shards) => {
    for (const [sendAgain, shard] of unanswered) if (shards.has(shard)) sendAgain();
  });
  const untilBegun = (shard: number, request: ReturnType<Bus['request']>): ReturnType<Bus['request']> =>
    new Promise((resolve, reject) => {
      const sendAgain = () => resolve(LATE);
      unanswered.set(sendAgain, shard);
      request.then(resolve, reject).finally(() => unanswered.delete(sendAgain));
    });
  const pause = () =>
    new Promise<void>((resolve) => clock.after(between(random, PAUSE_MS, PAUSE_MS + JITTER_MS), resolve));

  const send: SendCall = async (sent) => {
    const endsAt = clock.steady() + DEADLINE_MS;
    const triedUntil = clock.steady() + TRIED_MS;
    const isRepeatable = sent.texts.some(([name]) => name === 'cid');
    /** An earlier copy may be carried out, whatever becomes of a later one. */
    let isInDoubt = false;
    for (;;) {
      const now = clock.steady();
      const leftMs = endsAt - now;
      if (leftMs <= 0) return undefined;
      const shard = shardOfCall(sent.call, sent.session.accountId);
      const subject = subjectOfShard(shard);
      const data = jsonData(messageOf(sent, clock.wall(), leftMs));
      const answered = isRepeatable
        ? await untilBegun(shard, bus.request(subject, data, Math.min(leftMs, REPEATED_MS)))
        : await bus.request(subject, data, leftMs);
      if (!answered.ok) onNotTaken?.(answered.error);
      if (!answered.ok && answered.error === 'late') {
        if (!isRepeatable) return undefined;
        isInDoubt = true;
        continue;
      }
      const answer = answered.ok ? readAnswer(subject, answered.value, report) : NOBODY;
      if (answer.status === 'done') return answer.result;
      if (answer.status === 'unavailable') {
        if (isInDoubt) return undefined;
        throw new UnavailableError('the dealer could not store it');
      }
      if (answer.status === 'failed') throw new Error(`the dealer failed at ${sent.call}`);
      if (answered.ok) onNotTaken?.(answer.status);
      if (clock.steady() >= triedUntil) return undefined;
      await pause();
    }
  };
  return (sent) => timed(sent, send, deps.onAnswered);
}

async function timed(
  sent: SentCall,
  send: SendCall,
  onAnswered: SenderDeps['onAnswered'],
): ReturnType<SendCall> {
  const fromMs = stopwatchMs();
  const count = (outcome: Parameters<NonNullable<typeof onAnswered>>[1]) =>
    onAnswered?.(sent.call, outcome, stopwatchMs() - fromMs);
  try {
    const result = await send(sent);
    count(result === undefined ? 'unknown' : 'done');
    return result;
  } catch (error) {
    count(error instanceof UnavailableError ? 'unavailable' : 'failed');
    throw error;
  }
}

const LATE = err('late' as const);
const NOBODY: CallAnswer = { status: 'not_mine' };

const messageOf = (
  { call, session, texts, language, visitor }: SentCall,
  askedAt: number,
  deadlineMs: number,
): CallMessage => ({
  v: 1,
  call,
  account: session.accountId,
  session: session.id,
  user: session.user,
  texts: texts.map(([name, text]) => [name, text]),
  language,
  visitor,
  asked_at: askedAt,
  deadline_ms: deadlineMs,
});

/** An answer of another version says nothing about the outcome. */
const readAnswer = (subject: string, data: Uint8Array, report: SenderDeps['report']): CallAnswer =>
  readJson(answerSchema, { subject, data }, report) ?? { status: 'failed' };
