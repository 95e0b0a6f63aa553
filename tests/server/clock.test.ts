import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('a wait of nothing is one turn of the loop, in the order of asking', async () => {
  const done: string[] = [];
  setImmediate(() => done.push('before'));
  systemClock.after(0, () => done.push('asked'));
  setImmediate(() => done.push('after'));
  await turn();
  expect(done).toEqual(['before', 'asked', 'after']);
});

it('a wait of nothing can be called off', async () => {
  const done: string[] = [];
  systemClock.after(0, () => done.push('asked'))();
  await turn();
  expect(done).toEqual([]);
});
