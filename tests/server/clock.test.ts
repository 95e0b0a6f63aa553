import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('a wait of zero is one turn of the loop, in order of the calls', async () => {
  const done: string[] = [];
  setImmediate(() => done.push('before'));
  systemClock.after(0, () => done.push('asked'));
  setImmediate(() => done.push('after'));
  await turn();
  expect(done).toEqual(['before', 'asked', 'after']);
});

it('a wait of zero can be cancelled', async () => {
  const done: string[] = [];
  systemClock.after(0, () => done.push('asked'))();
  await turn();
  expect(done).toEqual([]);
});
