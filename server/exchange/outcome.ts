import type { Language } from '../../shared/contract/language.ts';
import type { WireOutcome } from '../../shared/contract/orders.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { Db } from '../store/schema.ts';
import { envelopeOf } from '../texts/envelope.ts';
import { isSealed, type ReplyKey, seal, storedReply } from './reply.ts';

/** What became of the command under a cid. `never` is a promise: the cid is sealed. */
export type CallOutcome =
  | { readonly state: 'done'; readonly call: Call; readonly reply: Result<unknown> }
  | { readonly state: 'deciding' }
  | { readonly state: 'never' };

type Call = ReplyKey['call'];

/** The stored outcome of the first of these calls that used the cid; undefined if none did. */
export async function findOutcome(
  db: Db,
  account: AccountId,
  calls: readonly Call[],
  cid: string,
): Promise<CallOutcome | undefined> {
  let sealed = 0;
  for (const call of calls) {
    const stored = await storedReply(db, account, { call, cid });
    if (stored === undefined) continue;
    if (isSealed(stored)) sealed++;
    else return { state: 'done', call, reply: JSON.parse(stored.reply) as Result<unknown> };
  }
  return sealed === calls.length ? { state: 'never' } : undefined;
}

/** Seals a cid that none of these calls used. */
export async function settleOutcome(
  transaction: Db,
  account: AccountId,
  calls: readonly Call[],
  cid: string,
  now: TimestampMs,
): Promise<CallOutcome> {
  const found = await findOutcome(transaction, account, calls, cid);
  if (found !== undefined) return found;
  for (const call of calls) await seal(transaction, account, { call, cid }, now);
  return { state: 'never' };
}

/** @param encode the answer of a call as the call itself sends it */
export const wireOutcome = (
  outcome: CallOutcome,
  language: Language,
  encode: (value: never, call: Call) => unknown,
): WireOutcome => {
  if (outcome.state !== 'done') return outcome;
  const { reply, call } = outcome;
  // The call itself stored this value.
  const answer = reply.ok ? ok(encode(reply.value as never, call)) : reply;
  return { state: 'done', reply: envelopeOf(answer, language) };
};
