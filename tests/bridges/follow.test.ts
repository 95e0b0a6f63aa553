import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLines, nextStep } from '../../bridges/follow.ts';

it('lines and their numbers are the same however the bytes are cut', () => {
  const text = fc.stringMatching(/^([a-zé€😀,\r]{0,9}\n?){0,12}$/u);
  fc.assert(
    fc.property(text, fc.array(fc.nat(60)), fc.nat(60), (content, cuts, skipped) => {
      const bytes = Buffer.from(content);
      const lines = createLines();
      const from = Math.min(skipped, bytes.length);
      const found = [...lines.skip(bytes.subarray(0, from))];
      const ends = [...cuts.map((cut) => Math.min(Math.max(cut, from), bytes.length)), from, bytes.length];
      ends.sort((a, b) => a - b);
      for (const [i, end] of ends.entries())
        found.push(...lines.take(bytes.subarray(ends[i - 1] ?? from, end)));
      found.push(...lines.rest());
      const all = content.split('\n').map((line, i) => ({ number: i + 1, text: line }));
      if (all.at(-1)?.text === '') all.pop();
      // A line that begins before the skipped part ends is wanted, and so is the header.
      const ended = bytes.subarray(0, from).filter((byte) => byte === 10).length;
      expect(found).toEqual(all.filter(({ number }) => number === 1 || number > ended));
    }),
  );
});

it('a line without end takes no memory, and is no tick', () => {
  const lines = createLines();
  for (let i = 0; i < 100; i++) expect(lines.take(Buffer.alloc(1_000, 'x'))).toEqual([]);
  expect(lines.take(Buffer.from('x\nok\n'))).toEqual([
    { number: 1, text: 'a line without end' },
    { number: 2, text: 'ok' },
  ]);
});

it('a file is read to its end before another one, and from its beginning after a cut', () => {
  expect(nextStep(10, 10, false)).toBe('wait');
  expect(nextStep(11, 10, false)).toBe('read');
  expect(nextStep(11, 10, true)).toBe('read');
  expect(nextStep(10, 10, true)).toBe('reopen');
  expect(nextStep(9, 10, false)).toBe('restart');
});
