import { expect, it } from 'vitest';
import { NEAREST, OF_OTHERS } from '../../bench/list/peers.ts';

it('of the lists of other makers a first look takes the one that the product may come nearest to', () => {
  expect(OF_OTHERS).toContain(NEAREST);
  expect(NEAREST.goal).toBe(Math.max(...OF_OTHERS.map(({ goal }) => goal)));
});
