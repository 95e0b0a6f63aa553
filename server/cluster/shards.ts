import type { AccountId } from '../../shared/domain/account.ts';

/** Fixed: the rows of a database are named by it. */
export const SHARDS = 64;

/** The one after those of accounts: whoever holds it works for all accounts, for example judges the alerts. */
export const COMMON_SHARD = 64;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Those of accounts, and the common one. */
export const ALL_SHARDS: ReadonlySet<number> = new Set(
  Array.from({ length: COMMON_SHARD + 1 }, (_, shard) => shard),
);

/** The part of all accounts that an account belongs to, 0 to 63: FNV-1a, 32 bits, over its number in decimal digits. */
export function shardOf(account: AccountId): number {
  let hash = FNV_OFFSET;
  for (const digit of String(account)) hash = Math.imul(hash ^ digit.charCodeAt(0), FNV_PRIME) >>> 0;
  return hash % SHARDS;
}

/** Whether the dealer of one of these shards stores anything of an account: its orders and messages, or its alerts. */
export const concerns = (shards: ReadonlySet<number>, account: AccountId): boolean =>
  shards.has(shardOf(account)) || shards.has(COMMON_SHARD);
