import { describe, expect, it } from 'vitest';
import { createAudience, type Subscription, type Topic } from '../../../server/socket/audience.ts';
import { createTopicShards } from '../../../server/socket/topic-shards.ts';

describe('a topic of many subscribers', () => {
  const subscriber = (): Subscription => ({
    sink: { bufferedBytes: () => 0, send: () => undefined },
    topicJson: '"X"',
    counter: { seq: 0 },
    state: 'new',
  });

  function scene() {
    const made: Topic[] = [];
    let idle = 0;
    const shards = createTopicShards(
      (onIdle) => {
        const shard: Topic = { audience: createAudience(), onIdle, flush: () => false };
        made.push(shard);
        return shard;
      },
      () => {
        idle++;
      },
    );
    const join = () => {
      const [shard, one] = [shards.open(), subscriber()];
      shard.audience.add(one);
      return () => {
        shard.audience.remove(one);
        if (shard.audience.size === 0) shard.onIdle();
      };
    };
    return { shards, made, join, idle: () => idle };
  }

  it('is split into shards of fifty', () => {
    const { shards, made, join } = scene();
    for (let i = 0; i < 120; i++) join();
    expect(made.map(({ audience }) => audience.size)).toEqual([50, 50, 20]);
    expect([...shards.all()]).toEqual(made);
  });

  it('reuses free places, and drops an empty shard', () => {
    const { shards, made, join, idle } = scene();
    const leave = Array.from({ length: 60 }, join);
    leave[3]?.();
    join();
    expect(made.map(({ audience }) => audience.size)).toEqual([50, 10]);
    for (const one of leave.slice(50)) one();
    expect([...shards.all()]).toEqual(made.slice(0, 1));
    expect(idle()).toBe(0);
    join();
    expect(made).toHaveLength(3);
  });

  it('reports when the last subscriber has left', () => {
    const { join, idle } = scene();
    const leave = [join(), join()];
    leave[0]?.();
    expect(idle()).toBe(0);
    leave[1]?.();
    expect(idle()).toBe(1);
  });
});
