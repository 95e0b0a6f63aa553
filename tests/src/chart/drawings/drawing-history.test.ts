import { expect, it } from 'vitest';
import { price } from '../../../../shared/domain/price.ts';
import { type History, noted } from '../../../../src/chart/drawings/drawing-history.ts';
import type { Drawing } from '../../../../src/state/drawings.ts';

const at = (points: number): Drawing => ({ kind: 'horizontal', price: price(points) });

it('keeps what was there before each addition, move and removal, the newest last', () => {
  const changes = [[], [at(1)], [at(1), at(2)], [at(1), at(3)], [at(3)], []];
  const history = changes.slice(1).reduce<History>((so, after, i) => noted(so, changes[i] ?? [], after), []);
  expect(history).toEqual(changes.slice(0, -1));
});

it('counts a drag that ends where it began as no step', () => {
  expect(noted([[]], [at(1)], [at(1)])).toEqual([[]]);
});

it('forgets the oldest of more than 50 steps', () => {
  let history: History = [];
  for (let i = 0; i < 60; i++) history = noted(history, [at(i)], [at(i + 1)]);
  expect(history).toHaveLength(50);
  expect([history[0], history.at(-1)]).toEqual([[at(10)], [at(59)]]);
});
