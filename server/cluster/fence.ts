import { sql } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import { FencedError } from '../store/errors.ts';
import { prepared } from '../store/prepared.ts';
import type { Db } from '../store/schema.ts';
import type { Fence } from '../store/write-queue.ts';
import { shardOf } from './shards.ts';

/** The shards that this process holds, and the epoch of each: what it writes is refused where they are no longer so. */
export interface ShardFence extends Fence {
  readonly epochs: ReadonlyMap<number, number>;
  /** Another process has taken one of them, or is to take all: nothing is written any more. */
  readonly isLost: boolean;
  /** Others are to take all. @param sentence for `onLost` */
  lose(sentence: string): void;
  put(epochs: ReadonlyMap<number, number>): void;
  remove(shards: Iterable<number>): void;
}

/** One text for all numbers of shards. `for key share` would let a plain update of the epoch through. */
const selectShared = prepared((db, by: { ids: string }) =>
  db
    .selectFrom('shards')
    .select(['id', 'epoch'])
    .where(sql<boolean>`id = any(${by.ids}::bigint[])`)
    .forShare(),
);

/** Reads the epochs of shards, which then stay as they are until the end of the transaction. */
type ReadShared = (
  transaction: Db,
  ids: readonly number[],
) => Promise<readonly { readonly id: number; readonly epoch: number }[]>;

const readShared: ReadShared = async (transaction, ids) =>
  (await selectShared(transaction, { ids: `{${ids.join(',')}}` })).rows;

const LOST =
  'Another process deals for the accounts of this one: it was stopped, or out of reach of the database, for longer than DEALER_LEASE_MS. It ends, since what it remembers is no longer so; start it again.';

/**
 * @param onLost called once, when another process has taken a shard that this one holds, or is to take all
 * @param read default: from the database
 */
export function createFence(onLost: (sentence: string) => void, read: ReadShared = readShared): ShardFence {
  const epochs = new Map<number, number>();
  let changes = 0;
  let isLost = false;
  const lose = (sentence: string): void => {
    if (!isLost) onLost(sentence);
    isLost = true;
  };
  return {
    epochs,
    put(taken) {
      for (const [shard, epoch] of taken) epochs.set(shard, epoch);
      changes++;
    },
    remove(shards) {
      for (const shard of shards) epochs.delete(shard);
      changes++;
    },
    owns: (account) => epochs.has(shardOf(account)),
    get changes() {
      return changes;
    },
    get isLost() {
      return isLost;
    },
    lose,
    /**
     * The database shares the rows that it checks until the end of the transaction: a taker's new epoch waits for what it writes.
     */
    async check(transaction: Db, accounts: readonly (AccountId | undefined)[]): Promise<void> {
      if (isLost) throw new FencedError(LOST);
      const ids = new Set(
        accounts.flatMap((account) => (account === undefined ? [...epochs.keys()] : shardOf(account))),
      );
      const foreign = [...ids].filter((id) => !epochs.has(id));
      if (foreign.length > 0) throw new FencedError(`this process does not hold shard ${foreign.join(', ')}`);
      if (ids.size === 0) return;
      const expected = new Map([...ids].map((id) => [id, epochs.get(id)]));
      const rows = await read(transaction, [...ids]);
      if (rows.every(({ id, epoch }) => expected.get(id) === epoch)) return;
      lose(LOST);
      throw new FencedError(LOST);
    },
  };
}
