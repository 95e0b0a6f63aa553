import { createHash } from 'node:crypto';
import { canonicalJson } from '../../shared/canonical-json.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { CID_PATTERN } from '../../shared/limits.ts';
import { err, type Result, refusal } from '../../shared/result.ts';
import { contentOfReply } from '../chain/chain.ts';
import { badField } from '../refusals.ts';
import { appendLink } from '../store/chain-heads.ts';
import { prepared } from '../store/prepared.ts';
import type { Db, Schema } from '../store/schema.ts';

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

/** The stored reply, or undefined. Refuses with 4108 if the cid was used with other parameters, with 4109 if it is sealed. */
export async function findReply<T>(
  db: Db,
  account: AccountId,
  key: ReplyKey,
): Promise<Result<T> | undefined> {
  const stored = await storedReply(db, account, key);
  if (stored === undefined) return undefined;
  if (isSealed(stored)) return err(refusal(CODE.cidSealed));
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
  await storeReply(transaction, account, key, outcome, now);
  return outcome;
}

/** The reply that is stored under a client's id for a call, as JSON, or undefined. */
export async function storedReply(
  db: Db,
  account: AccountId,
  { call, cid }: Pick<ReplyKey, 'call' | 'cid'>,
): Promise<{ readonly paramsHash: string; readonly reply: string } | undefined> {
  const [row] = (await selectReply(db, { account, call, cid })).rows;
  return row && { paramsHash: row.params_hash, reply: row.reply };
}

/** @param outcome must be JSON */
export async function storeReply(
  transaction: Db,
  account: AccountId,
  { call, cid, paramsHash }: ReplyKey,
  outcome: Result<unknown>,
  now: TimestampMs,
): Promise<void> {
  const reply = JSON.stringify(outcome);
  const row = { account_id: account, call, cid, params_hash: paramsHash, reply, created_at: now };
  const link = await appendLink(transaction, 'replies', account, contentOfReply(row));
  await insertReply(transaction, { ...row, ...link });
}

/** In place of the digest of parameters: the cid was asked for before a command came under it. */
const SEALED = 'sealed';

export const isSealed = ({ paramsHash }: Pick<ReplyKey, 'paramsHash'>): boolean => paramsHash === SEALED;

/** Stored and deleted as replies are. The cid must be unused. */
export const seal = (
  transaction: Db,
  account: AccountId,
  key: Omit<ReplyKey, 'paramsHash'>,
  now: TimestampMs,
): Promise<void> =>
  storeReply(transaction, account, { ...key, paramsHash: SEALED }, err(refusal(CODE.cidSealed)), now);

/**
 * Deletes the replies of an account that are all older than `before`; the chain of the others begins after the last one of
 * them. A reply stays while an earlier one is younger, as after the clock was set back. Of one account only: a transaction
 * keeps its head locked until the commit.
 * @returns whether it deleted any; then other accounts may have old replies, too
 */
export async function purgeReplies(transaction: Db, before: TimestampMs): Promise<boolean> {
  const [old] = (await selectOldReplies(transaction, { before })).rows;
  if (old === undefined) return false;
  const account = old.account_id;
  const [kept] = (await selectFirstKept(transaction, { account, before })).rows;
  const [last] = (await selectLastBefore(transaction, { account, seq: kept?.seq ?? Number.MAX_SAFE_INTEGER }))
    .rows;
  if (last === undefined) return false;
  await setBeginning(transaction, { account, seq: last.seq, hash: last.hash });
  await deleteUpTo(transaction, { account, seq: last.seq });
  return true;
}

/** Only accounts whose oldest reply is old: the replies behind a younger one wait for it. */
const selectOldReplies = prepared((db, by: { before: TimestampMs }) =>
  db
    .selectFrom('replies')
    .innerJoin('account_chains', (join) =>
      join
        .onRef('account_chains.account_id', '=', 'replies.account_id')
        .on('replies.seq', '=', (eb) => eb('account_chains.replies_gone', '+', 1)),
    )
    .select('replies.account_id')
    .where('replies.created_at', '<', by.before)
    .limit(1),
);

const selectFirstKept = prepared((db, by: { account: AccountId; before: TimestampMs }) =>
  db
    .selectFrom('replies')
    .select('seq')
    .where('account_id', '=', by.account)
    .where('created_at', '>=', by.before)
    .orderBy('seq')
    .limit(1),
);

const selectLastBefore = prepared((db, by: { account: AccountId; seq: number }) =>
  db
    .selectFrom('replies')
    .select(['seq', 'hash'])
    .where('account_id', '=', by.account)
    .where('seq', '<', by.seq)
    .orderBy('seq', 'desc')
    .limit(1),
);

const setBeginning = prepared((db, to: { account: AccountId; seq: number; hash: string }) =>
  db
    .updateTable('account_chains')
    .set({ replies_gone: to.seq, replies_gone_hash: to.hash })
    .where('account_id', '=', to.account),
);

const deleteUpTo = prepared((db, by: { account: AccountId; seq: number }) =>
  db.deleteFrom('replies').where('account_id', '=', by.account).where('seq', '<=', by.seq),
);

const selectReply = prepared((db, by: { account: AccountId; call: string; cid: string }) =>
  db
    .selectFrom('replies')
    .select(['params_hash', 'reply'])
    .where('account_id', '=', by.account)
    .where('call', '=', by.call)
    .where('cid', '=', by.cid),
);

const insertReply = prepared((db, row: Schema['replies']) => db.insertInto('replies').values(row));
