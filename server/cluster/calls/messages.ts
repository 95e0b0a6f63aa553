import * as v from 'valibot';
import { LANGUAGES } from '../../../shared/contract/language.ts';
import type { WireUser } from '../../../shared/contract/session.ts';
import type { AccountId } from '../../../shared/domain/account.ts';
import type { Refusal, Result } from '../../../shared/result.ts';
import { CROSSING, type CrossingName } from '../crossing.ts';
import { COMMON_SHARD, shardOf } from '../shards.ts';

/*
 * A whole call, as a gateway sends it to the process that deals: the session that it has admitted, and the parameters as raw
 * texts, which the receiver reads by the same contract. The answer is the handler's result (a wire answer), or the
 * reason why the call was not carried out.
 */

const NAMES = Object.keys(CROSSING) as [CrossingName, ...CrossingName[]];
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

export const callSchema = v.object({
  v: v.literal(1),
  call: v.picklist(NAMES),
  account: v.custom<AccountId>((value) => typeof value === 'number' && Number.isSafeInteger(value)),
  session: v.string(),
  user: v.custom<WireUser>(isObject),
  texts: v.array(v.tuple([v.string(), v.string()])),
  language: v.picklist(LANGUAGES),
  visitor: v.object({
    address: v.string(),
    device: v.string(),
    origin: v.exactOptional(v.string()),
    language: v.exactOptional(v.picklist(LANGUAGES)),
    requestId: v.exactOptional(v.string()),
  }),
  /** By the gateway's clock, in ms. */
  asked_at: v.number(),
  deadline_ms: v.number(),
});

export type CallMessage = v.InferOutput<typeof callSchema>;

/** `unavailable`: surely not done, and a copy is refused, too. `failed`: a bug; it may be done. */
const REASONS = ['busy', 'late', 'not_mine', 'unavailable', 'failed'] as const;

export const answerSchema = v.variant('status', [
  v.object({
    status: v.literal('done'),
    result: v.union([
      v.object({ ok: v.literal(true), value: v.unknown() }),
      v.object({ ok: v.literal(false), error: v.custom<Refusal>(isObject) }),
    ]),
  }),
  v.object({ status: v.picklist(REASONS) }),
]);

export type CallAnswer =
  | { readonly status: 'done'; readonly result: Result<unknown> }
  | { readonly status: (typeof REASONS)[number] };

/** What the holder of a shard answers. */
export const subjectOfShard = (shard: number): string => `cmd.${shard === COMMON_SHARD ? 'chores' : shard}`;

export const shardOfCall = (call: CrossingName, account: AccountId): number =>
  CROSSING[call] === 'common' ? COMMON_SHARD : shardOf(account);
