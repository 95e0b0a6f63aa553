import { createHash } from 'node:crypto';
import { CODE } from '../../shared/contract/codes.ts';
import { CID_PATTERN } from '../../shared/limits.ts';
import { err, type Result, refusal } from '../../shared/result.ts';
import type { Store } from '../store/store.ts';
import type { AccountId, AnsweredOrder } from './exchange.ts';

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
  const paramsHash = createHash('sha256').update(canonical(params)).digest('hex');
  return { ok: true, value: { call, cid, paramsHash } };
}

/** The answer given to this call before, 4108 when it was another call, undefined when there was none. */
export async function findReply(
  store: Store,
  account: AccountId,
  key: ReplyKey,
): Promise<Result<AnsweredOrder> | undefined> {
  const stored = await store.read.replies.find(account, key.call, key.cid);
  if (stored === undefined) return undefined;
  if (stored.paramsHash !== key.paramsHash) return err(refusal(CODE.cidReused));
  return JSON.parse(stored.reply) as Result<AnsweredOrder>;
}

/** JSON with its keys in order, so that the same parameters always read the same. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
