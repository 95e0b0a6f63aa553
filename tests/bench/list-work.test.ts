import { describe, expect, it } from 'vitest';
import { isMet } from '../../bench/figures/figure.ts';
import { checkEqualWork, namesOf } from '../../bench/list/equal-work.ts';
import { frameFigures } from '../../bench/list/list-figures.ts';
import { standingStill } from '../../bench/list/scrolling-cost.ts';

const work = (names: readonly string[], changes = 100, counted = 200) => ({ names, changes, counted });
const NAMES = ['SYN098', 'SYN099', 'SYN100', 'SYN101'];

describe('a row of a list', () => {
  it('is a name, a price and a change, in any format', () => {
    expect(
      namesOf(
        [
          'SYN098|SYN098|1.26045|+0.02%',
          'SYN099| 1.20428|\u200e\u22120.10%',
          'EURUSD|1.00000|0.00%',
          'XAUUSD|XAUUSD|2410.11|+0.01%',
        ],
        'it',
      ),
    ).toEqual(['SYN098', 'SYN099', 'EURUSD', 'XAUUSD']);
  });

  it('has a price, and a list has rows', () => {
    expect(() => namesOf(['SYN098|--|--'], 'the page')).toThrow('a row of the page says "SYN098|--|--"');
    expect(() => namesOf([], 'the page')).toThrow('the page shows no rows');
  });
});

describe('equal work', () => {
  it('is the same instruments, except those hidden by a header of another height, changing about as often', () => {
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
    expect(() => checkEqualWork(work(NAMES, 1, 2), work(NAMES, 3, 6))).not.toThrow();
  });
});

it('a slow phone shows enough frames if it shows nearly those of plain DOM, and more than another library', () => {
  const made = (count: number, speed = 1_000) => ({ frames: { made: count, changed: 1, drawn: 60 }, speed });
  const seen = new Map([
    ['product', [made(27), made(30)]],
    ['plain DOM', [made(30), made(30)]],
    ['AG Grid', [made(20, 104), made(15, 90)]],
  ]);
  const peers = [
    { name: 'plain DOM', frames: 0.95 },
    { name: 'AG Grid', frames: 1.7 },
    { name: 'naive React' },
  ];
  const figures = frameFigures('6x CPU', peers, seen);
  expect(figures.map(({ name, ratio }) => [name, ratio?.values])).toEqual([
    ['list frame rate vs plain DOM, 6x CPU', [0.9, 1]],
    ['list frame rate vs AG Grid, 6x CPU', [1.35, 2]],
  ]);
  expect(figures.map(isMet)).toEqual([true, false]);
  expect(figures.map(({ row, doubts }) => [row, doubts?.length])).toEqual([
    ['P3', 0],
    ['P3', 1],
  ]);
});

it('a list that did not follow the finger is reported, a single slow turn is not', () => {
  const costs = (...speeds: number[]) => speeds.map((speed) => ({ speed }));
  expect(standingStill('AG Grid', costs(104, 90, 110))).toEqual([
    'AG Grid did not follow the finger: 104 px/s',
  ]);
  expect(standingStill('AG Grid', costs(900, 90, 1_100))).toEqual([]);
  expect(standingStill('AG Grid', [])).toHaveLength(1);
});
