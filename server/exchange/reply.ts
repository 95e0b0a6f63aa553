import { createHash } from 'node:crypto';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { CID_PATTERN } from '../../shared/limits.ts';
import { err, type Result, refusal } from '../../shared/result.ts';
import { badField } from '../refusals.ts';
import type { Db } from '../store/schema.ts';
import { replyRepository } from './reply-repository.ts';

/** Key of a stored reply: the client's own id for the call, and a digest of its parameters. */
export interface ReplyKey {
  readonly call: string;
  readonly cid: string;
  readonly paramsHash: string;
}

/**
 * @param params the values that the outcome depends on, as JSON
 * @returns undefined without a cid; refuses a malformed one with 4000
 */
export function replyKey(
  call: string,
  cid: string | undefined,
  params: unknown,
): Result<ReplyKey | undefined> {
  if (cid === undefined) return { ok: true, value: undefined };
  if (!CID_PATTERN.test(cid)) return badField('cid');
  const paramsHash = createHash('sha256').update(canonicalJson(params)).digest('hex');
  return { ok: true, value: { call, cid, paramsHash } };
}

/** The stored reply to this call; 4108 if the cid was used for another call; undefined if there is none. */
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
 * For a call that moves no money: runs its work and stores the reply in one transaction, once per key.
 * Refusals are stored too, so the work must not refuse after it has written.
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
