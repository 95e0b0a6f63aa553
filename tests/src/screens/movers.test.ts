import { expect, it } from 'vitest';
import { moversOf } from '../../../src/screens/Home/movers.ts';

const ranking = Float64Array.of(5, 1, 4, 3, 2, 641, 120, 0, -50, -192);
const ids = (count: number, isWanted: (id: number) => boolean = () => true) =>
  moversOf(ranking, count, isWanted).map(({ id, change }) => [Number(id), change]);

it('has the largest changes of either way first, as many as are asked for', () => {
  expect(ids(3)).toEqual([
    [5, 641],
    [2, -192],
    [1, 120],
  ]);
  expect(ids(9).map(([id]) => id)).toEqual([5, 2, 1, 3, 4]);
});

it('leaves out what is not wanted, such as closed markets', () => {
  expect(ids(2, (id) => id !== 2)).toEqual([
    [5, 641],
    [1, 120],
  ]);
});

it('is empty while nothing has a price', () => {
  expect(moversOf(new Float64Array(), 8, () => true)).toEqual([]);
});
