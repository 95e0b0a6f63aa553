import { expect, it } from 'vitest';
import { createTurnstile } from '../../../server/files/turnstile.ts';

/** Works that end when they are told to, and what they have told. */
function works(atOnce: number) {
  const pass = createTurnstile(atOnce);
  const begun: string[] = [];
  const ends = new Map<string, { end: () => void; fail: (error: Error) => void }>();
  const start = (name: string) =>
    pass(() => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, { end: () => resolve(name), fail: reject });
      });
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { start, begun, ends, settle };
}

it('so many run at once; the others follow in the order in which they came', async () => {
  const { start, begun, ends, settle } = works(2);
  const all = ['a', 'b', 'c', 'd'].map(start);
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

it('one that fails makes room as well, and its failure is its own', async () => {
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
