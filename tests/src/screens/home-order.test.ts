import { describe, expect, it } from 'vitest';
import { type CategoryId, type Instrument, instrumentId } from '../../../shared/domain/instrument.ts';
import { moved, ranksByName, ranksByValue } from '../../../src/screens/Home/home-order.ts';
import { ALL, arrange, FAVOURITES, type Ranks } from '../../../src/screens/Home/home-view.ts';
import { eurusd } from '../../helpers/instruments.ts';

const one = (id: number, showCode: string, category = 1): Instrument => ({
  ...eurusd,
  id: instrumentId(id),
  showCode,
  categoryId: category as CategoryId,
});
const LIST = [one(1, 'EUR/USD'), one(2, 'US100', 2), one(3, 'AUD/USD'), one(4, 'US30', 2)];
const shown = (chip: number, starred: readonly number[] = [], places?: Ranks) =>
  arrange(LIST, chip, starred.map(instrumentId), places).map(({ id }) => Number(id));

describe('the list', () => {
  it('has all instruments, or those of a category, in their order', () => {
    expect([shown(ALL), shown(2)]).toEqual([
      [1, 2, 3, 4],
      [2, 4],
    ]);
  });

  it("has the starred ones in the user's order, without those that are not listed", () => {
    expect(shown(FAVOURITES, [4, 9, 1])).toEqual([4, 1]);
  });

  it.each([
    ['name-up', [3, 1, 4, 2]],
    ['name-down', [2, 4, 1, 3]],
  ] as const)('is sorted by %s as people count: US30 before US100', (sort, expected) => {
    expect(shown(ALL, [], ranksByName(LIST, sort, 'en'))).toEqual(expected);
  });

  it.each([
    ['change-down', [4, 2, 1, 3]],
    ['change-up', [1, 2, 4, 3]],
  ] as const)('is sorted by %s of a ranking, what it lacks at the end', (sort, expected) => {
    expect(shown(ALL, [], ranksByValue(Float64Array.of(4, 2, 1, 70, 0, -70), sort))).toEqual(expected);
  });
});

it.each([
  [0, 2, ['b', 'c', 'a', 'd']],
  [3, 1, ['a', 'd', 'b', 'c']],
  [1, 1, ['a', 'b', 'c', 'd']],
])('what stood at %i stands at %i', (from, to, expected) => {
  expect(moved(['a', 'b', 'c', 'd'], from, to)).toEqual(expected);
});
