import type { ShardFence } from '../../server/cluster/fence.ts';
import { beat, endHolders, look, takeShards } from '../../server/cluster/lease.ts';
import type { Store } from '../../server/store/store.ts';

/** Over at once: whoever stops is taken over by the next one that comes. */
const LEASE_MS = 0;

/** Takes every shard that nobody holds who is alive. @returns how many */
export async function takeFree(store: Store, fence: ShardFence, holder: string): Promise<number> {
  await store.write((transaction) => beat(transaction, { holder, leaseMs: LEASE_MS, hasBroker: true }));
  const taken = await store.write(async (transaction) => {
    const { shards, dead } = await look(transaction, LEASE_MS);
    await endHolders(
      transaction,
      dead.filter((name) => name !== holder),
    );
    return takeShards(
      transaction,
      holder,
      shards.filter(({ isHeld }) => !isHeld),
    );
  });
  fence.put(taken);
  return taken.size;
}
