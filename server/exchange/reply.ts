import { createHash } from 'node:crypto';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { CID_PATTERN } from '../../shared/limits.ts';
import { err, type Result, refusal } from '../../shared/result.ts';
import type { Db } from '../store/schema.ts';
import { replyRepository } from './reply-repository.ts';

/** Under what an answer is kept: the client's own id for the call, and what was asked. */
export interface ReplyKey {
  readonly call: string;
  readonly cid: string;
  readonly paramsHash: string;
}

/**
 * @param params what the outcome depends on, as JSON
 * @returns undefined without a cid; refuses one that is malformed with 4000
 */
export function replyKey(
  call: string,
  cid: string | undefined,
  params: unknown,
): Result<ReplyKey | undefined> {
  if (cid === undefined) return { ok: true, value: undefined };
  if (!CID_PATTERN.test(cid)) return err(refusal(CODE.badParameter, '', { field: 'cid' }));
  const paramsHash = createHash('sha256').update(canonicalJson(params)).digest('hex');
  return { ok: true, value: { call, cid, paramsHash } };
}

/** The answer given to this call before, 4108 when it was another call, undefined when there was none. */
export async function findReply<T>(
  db: Db,
  account: AccountId,
  key: ReplyKey,
): Promise<Result<T> | undefined> {
  const stored = await replyRepository(db).find(account, key.call, key.cid);
  if (stored === undefined) return undefined;
  if (stored.paramsHash !== key.paramsHash) return err(refusal(CODE.cidReused));
  return JSON.parse(stored.reply) as Result<T>;
}

/**
 * For a call that moves no money: does its work in one write with its answer, once for a key. Refusals are kept too, so the
 * work must not refuse after it has written something.
 */
export async function answerOnce<T>(
  transaction: Db,
  account: AccountId,
  key: ReplyKey | undefined,
  now: TimestampMs,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  if (key === undefined) return work();
  const earlier = await findReply<T>(transaction, account, key);
  if (earlier !== undefined) return earlier;
  const outcome = await work();
  const reply = { paramsHash: key.paramsHash, reply: JSON.stringify(outcome) };
  await replyRepository(transaction).insert(account, key.call, key.cid, reply, now);
  return outcome;
}
