import { expect, it } from 'vitest';
import { createTurns } from '../../server/limit.ts';

it('turns: never more at a time than allowed, in their order, also when one fails', async () => {
  const inTurn = createTurns(2);
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, i) =>
    inTurn(() => {
      begun.push(i);
      return promise;
    }),
  );
  const settled = Promise.allSettled(all);
  const tick = () => new Promise<void>((resolve) => setImmediate(resolve));
  await tick();
  expect(begun).toEqual([0, 1]);
  ends[0]?.reject(new Error('failed'));
  await tick();
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', ...Array(4).fill('fulfilled')]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  await expect(inTurn(async () => 'again')).resolves.toBe('again');
});
