import { describe, expect, it } from 'vitest';
import { checkEqualWork, namesOf } from '../../bench/list/equal-work.ts';

const work = (names: readonly string[], changes = 100) => ({ names, changes });
const NAMES = ['SYN098', 'SYN099', 'SYN100', 'SYN101'];

describe('what a row of a list says', () => {
  it('is a name, a price and a change, however it is signed and set', () => {
    expect(
      namesOf(
        ['SYN098|SYN098|1.26045|+0.02%', 'SYN099| 1.20428|\u200e\u22120.10%', 'EURUSD|1.00000|0.00%'],
        'it',
      ),
    ).toEqual(['SYN098', 'SYN099', 'EURUSD']);
  });

  it('is no row of a list without a price, and there must be rows', () => {
    expect(() => namesOf(['SYN098|--|--'], 'the page')).toThrow('a row of the page says "SYN098|--|--"');
    expect(() => namesOf([], 'the page')).toThrow('the page shows no rows');
  });
});

describe('equal work', () => {
  it('is the same instruments, but for those below a header of another height, changing about as often', () => {
    const product = work(NAMES, 70);
    expect(() => checkEqualWork(product, work(['SYN099', 'SYN100', 'SYN101', 'SYN102']))).not.toThrow();
  });

  it('is not fewer rows, other instruments, or fewer changes than a peer', () => {
    expect(() => checkEqualWork(work(NAMES.slice(1)), work(NAMES))).toThrow(
      'the product shows 3 rows, its peer 4',
    );
    const others = ['SYN100', 'SYN101', 'SYN102', 'SYN103'];
    expect(() => checkEqualWork(work(NAMES), work(others))).toThrow('its peer SYN100,SYN101,SYN102,SYN103');
    expect(() => checkEqualWork(work(NAMES, 59), work(NAMES))).toThrow('the product shows 59 changes');
  });
});
