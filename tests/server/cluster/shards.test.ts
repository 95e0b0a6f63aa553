import { describe, expect, it } from 'vitest';
import { SHARDS, shardOf } from '../../../server/cluster/shards.ts';
import type { AccountId } from '../../../shared/domain/account.ts';

const of = (account: number) => shardOf(account as AccountId);

describe('the shard of an account', () => {
  it('is the same in every version: rows are stored under it', () => {
    expect([1, 2, 9, 10, 64, 12_345, Number.MAX_SAFE_INTEGER].map(of)).toEqual([28, 21, 52, 4, 7, 24, 43]);
  });

  it('spreads accounts, which are numbered one after the other, evenly', () => {
    const counts = new Array<number>(SHARDS).fill(0);
    for (let account = 1; account <= 64_000; account++) counts[of(account)] = (counts[of(account)] ?? 0) + 1;
    expect(Math.min(...counts)).toBeGreaterThan(800);
    expect(Math.max(...counts)).toBeLessThan(1_200);
  });
});
