import { describe, expect, it } from 'vitest';
import { createAudience, type Subscription } from '../../../server/socket/audience.ts';
import type { MarketTopic } from '../../../server/socket/market-topics.ts';
import { createTopicShards } from '../../../server/socket/topic-shards.ts';
import { instrumentId } from '../../../shared/domain/instrument.ts';

describe('a topic of many subscribers', () => {
  const subscriber = (): Subscription => ({
    sink: { bufferedBytes: () => 0, send: () => undefined },
    topicJson: '"X"',
    counter: { seq: 0 },
    state: 'new',
  });

  function scene() {
    const made: MarketTopic[] = [];
    const touched: number[] = [];
    let idle = 0;
    const shards = createTopicShards(
      (onIdle) => {
        const number = made.length;
        const shard: MarketTopic = {
          audience: createAudience(),
          onIdle,
          flush: () => false,
          touch: () => void touched.push(number),
        };
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
    return { shards, made, touched, join, idle: () => idle };
  }

  it('is split into shards of fifty, all of which a tick reaches', () => {
    const { shards, made, touched, join } = scene();
    for (let i = 0; i < 120; i++) join();
    expect(made.map(({ audience }) => audience.size)).toEqual([50, 50, 20]);
    shards.touch(instrumentId(1));
    expect(touched).toEqual([0, 1, 2]);
  });

  it('reuses free places, and drops an empty shard', () => {
    const { shards, made, touched, join, idle } = scene();
    const leave = Array.from({ length: 60 }, join);
    leave[3]?.();
    join();
    expect(made.map(({ audience }) => audience.size)).toEqual([50, 10]);
    for (const one of leave.slice(50)) one();
    shards.touch(instrumentId(1));
    expect([touched, idle()]).toEqual([[0], 0]);
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
