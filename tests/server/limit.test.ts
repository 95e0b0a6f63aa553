import { expect, it } from 'vitest';
import { createLimit } from '../../server/limit.ts';

/** Pieces of work that end on command, and the names of those that have begun. */
function works(limit: number) {
  const pass = createLimit(limit);
  const begun: string[] = [];
  const ends = new Map<string, { end: () => void; fail: (error: Error) => void }>();
  const start = (name: string, who?: string) =>
    pass(() => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, { end: () => resolve(name), fail: reject });
      });
    }, who);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { start, begun, ends, settle };
}

it('runs no more than the limit at once; the others follow in the order in which they came', async () => {
  const { start, begun, ends, settle } = works(2);
  const all = ['a', 'b', 'c', 'd'].map((name) => start(name));
  await settle();
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.end();
  await settle();
  expect(begun).toEqual(['a', 'b', 'c']);
  const late = start('e');
  ends.get('a')?.end();
  ends.get('c')?.end();
  await settle();
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  ends.get('d')?.end();
  ends.get('e')?.end();
  expect(await Promise.all([...all, late])).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('serves those who wait in turn, the work of each in the order in which it came', async () => {
  const { start, begun, ends, settle } = works(1);
  const all = ['a1', 'a2', 'a3', 'a4'].map((name) => start(name, 'a'));
  all.push(start('b1', 'b'), start('c1', 'c'), start('b2', 'b'));
  for (let ended = 0; ended < all.length; ended++) {
    await settle();
    const [name = ''] = begun.slice(-1);
    ends.get(name)?.end();
    if (name === 'b1') all.push(start('c2', 'c'));
  }
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'c2', 'a4']);
});

it('passes on the place of work that failed, and rejects only its own promise', async () => {
  const { start, begun, ends, settle } = works(1);
  const [failing, next] = [start('a'), start('b')];
  await settle();
  ends.get('a')?.fail(new Error('torn'));
  await expect(failing).rejects.toThrow('torn');
  await settle();
  expect(begun).toEqual(['a', 'b']);
  ends.get('b')?.end();
  expect(await next).toBe('b');
});
