import { describe, expect, it } from 'vitest';
import { placed } from '../../../server/cluster/holding.ts';
import { COMMON_SHARD, SHARDS } from '../../../server/cluster/shards.ts';

/** @param holders of the shards of accounts, as counts by name; `-` and `gone` hold nothing alive */
function look(alive: readonly string[], holders: Readonly<Record<string, number>>, common = 'one') {
  const names = Object.entries(holders).flatMap(([name, count]) => Array.from({ length: count }, () => name));
  const shards = [...names, common].map((name, id) => ({
    id,
    epoch: 1,
    holder: name === '-' ? null : name,
    isHeld: alive.includes(name),
  }));
  const heldBy = (name: string) =>
    new Map(shards.filter(({ holder }) => holder === name).map(({ id }) => [id, 1]));
  return { seen: { shards, alive, connected: alive, dead: [] }, heldBy };
}

describe('the place of a shard', () => {
  it.each<[what: string, alive: string[], holders: Record<string, number>, wanted: number, surplus: number]>([
    ['everything for one', ['one'], { '-': 64 }, 64, 0],
    ['half of it for one of two', ['one', 'two'], { '-': 64 }, 32, 0],
    ['what one that is not alive had', ['one', 'two'], { one: 20, two: 22, gone: 22 }, 12, 0],
    ['nothing beyond its share', ['one', 'two'], { one: 32, two: 20, gone: 12 }, 0, 0],
    ['some back for one that came', ['one', 'two'], { one: 64 }, 0, 8],
    ['no more back than is above its share', ['one', 'two'], { one: 35, two: 29 }, 0, 3],
    [
      'nothing back while others have not taken what is free',
      ['one', 'two'],
      { one: 40, '-': 8, two: 16 },
      0,
      0,
    ],
    [
      'nothing where the shares differ by one',
      ['one', 'two', 'three'],
      { one: 22, two: 21, three: 21 },
      0,
      0,
    ],
  ])('%s', (_, alive, holders, wanted, surplus) => {
    const { seen, heldBy } = look(alive, holders);
    const change = placed(seen, 'one', heldBy('one'));
    expect([change.wanted.length, change.surplus.length]).toEqual([wanted, surplus]);
    for (const id of change.surplus) expect(heldBy('one').has(id)).toBe(true);
  });

  it('is with whoever is first for the common shard, which is never given back', () => {
    const { seen, heldBy } = look(['one', 'two'], { two: SHARDS }, '-');
    expect(placed(seen, 'one', heldBy('one')).wanted.map(({ id }) => id)).toEqual([COMMON_SHARD]);
    const after = look(['one', 'two'], { one: 40, two: 24 });
    expect(placed(after.seen, 'one', after.heldBy('one')).surplus).not.toContain(COMMON_SHARD);
  });

  it('is with itself again when it forgot what the database says that it has', () => {
    const { seen } = look(['one', 'two'], { one: 8, two: 56 });
    expect(placed(seen, 'one', new Map([[COMMON_SHARD, 1]])).wanted).toHaveLength(8);
  });

  it('is given back when it was forgotten beyond the share', () => {
    const { seen } = look(['one', 'two'], { one: 40, two: 24 });
    const { wanted, surplus } = placed(seen, 'one', new Map([[COMMON_SHARD, 1]]));
    expect(wanted).toHaveLength(32);
    expect(surplus).toEqual([32, 33, 34, 35, 36, 37, 38, 39]);
  });
});
