import { describe, expect, it } from 'vitest';
import type { Leader } from '../../../shared/contract/leaders.ts';
import { money } from '../../../shared/domain/money.ts';
import { leaderCurve, ranked } from '../../../src/screens/Rank/leaders.ts';

const leader = (user: string, rate: number, winRate: number, profit: number): Leader => ({
  user,
  multiple: 10,
  rate,
  winRate,
  profit: money(profit),
  totalRate: 0,
  trades: 1,
  code: 'EUR/USD',
});
const LIST = [leader('a', 2, 60, 30), leader('b', 5, 40, 30), leader('c', -1, 50, 90)];

describe('the ranking', () => {
  it.each([
    ['rate', ['b', 'a', 'c']],
    ['winRate', ['a', 'c', 'b']],
    ['profit', ['c', 'a', 'b']],
  ] as const)('by %s has the best first, and equal ones as they are listed', (by, users) => {
    expect(ranked(LIST, by).map(({ user }) => user)).toEqual(users);
  });
});

describe('the curve of a leader', () => {
  it('runs from edge to edge, with zero in view', () => {
    expect(leaderCurve([0, 4, -4])).toEqual({ path: 'M0.0 28L160.0 0L320.0 56', zero: 28 });
    expect(leaderCurve([0, 2, 8]).zero).toBe(56);
    expect(leaderCurve([0, 0]).path).toBe('M0.0 28L320.0 28');
    expect(leaderCurve([]).path).toBe('');
  });
});
