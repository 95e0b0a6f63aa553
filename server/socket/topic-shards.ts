import type { Topic } from './audience.ts';

/**
 * Subscribers that are served without a pause. Sending to a thousand takes tens of ms, during which every order would
 * wait: between two shards the thread is free for them.
 */
const SHARD_SIZE = 50;

/** A topic with many subscribers, split into shards. Each shard is the topic to its own subscribers. */
export interface TopicShards<T extends Topic> {
  /** A shard that has a place left; join it at once. */
  open(): T;
  all(): Iterable<T>;
}

/**
 * @param create makes a shard, which calls `onIdle` when its last subscriber has left
 * @param onIdle called when the last shard has gone
 */
export function createTopicShards<T extends Topic>(
  create: (onIdle: () => void) => T,
  onIdle: () => void,
): TopicShards<T> {
  const shards = new Set<T>();
  return {
    open() {
      for (const shard of shards) if (shard.audience.size < SHARD_SIZE) return shard;
      const shard = create(() => {
        shards.delete(shard);
        if (shards.size === 0) onIdle();
      });
      shards.add(shard);
      return shard;
    },
    all: () => shards,
  };
}
