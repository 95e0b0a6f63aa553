import fc from 'fast-check';
import widthOf from 'string-width';
import { describe, expect, it } from 'vitest';
import { printable, tableOf } from '../../../server/ops/table.ts';
import type { Changed } from '../../../server/resource.ts';

describe('a table', () => {
  it('aligns columns, numbers at the end side, wide characters as two cells', () => {
    const rows = [
      { id: 7, name: '陳大文', paid: true, remark: null },
      { id: 1_200, name: 'Ana', paid: false, remark: 'late' },
    ];
    expect(tableOf(rows, undefined).split('\n')).toEqual([
      '  id  name    paid  remark',
      '----  ------  ----  ------',
      '   7  陳大文  yes   -',
      '1200  Ana     no    late',
    ]);
  });

  it('says in words what a step changed', () => {
    const words = (changed: Changed) => tableOf([{ changed }]).split('\n')[2];
    expect(words({ before: { code: 'X', fee: 1 }, after: { code: 'X', fee: 2, seen: true } })).toBe(
      'code X, fee 1 -> 2, seen yes',
    );
    expect(words({ before: null, after: { id: 7, at: null } })).toBe('id 7, at -');
    expect(words({ before: { id: 7 }, after: null })).toBe('removed: id 7');
  });

  it('prints a block for each row if the table is wider than the terminal', () => {
    const rows = [
      { id: 1, name: 'a long name', address: 'a long address' },
      { id: 2, name: '', address: 'x' },
    ];
    const blocks =
      'id       1\nname     a long name\naddress  a long address\n\nid       2\nname\naddress  x';
    expect(tableOf(rows, 30)).toBe(blocks);
    expect(tableOf(rows, 31).split('\n')[0]).toBe('id  name         address');
  });

  it('is never wider than the terminal, and never loses a character', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '陳', 'é', '👍', 'ก', 'x'),
      maxLength: 30,
    });
    fc.assert(
      fc.property(
        fc.array(fc.record({ one: cell, two: cell, n: fc.nat() }), { minLength: 1, maxLength: 4 }),
        (rows) => {
          const drawn = tableOf(rows, 40);
          const isTable = /^-+ /m.test(drawn);
          if (isTable) for (const line of drawn.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(40);
          const letters = (text: string) => [...text.replace(/[\s-]/g, '')].toSorted().join('');
          const names = isTable ? ['one', 'two', 'n'] : rows.flatMap(() => ['one', 'two', 'n']);
          const given = rows.flatMap(({ one, two, n }) => [one, two, String(n)]);
          expect(letters(drawn)).toBe(letters([...names, ...given].join('')));
        },
      ),
    );
  });

  it('removes control sequences from users’ texts', () => {
    expect(printable('a\u001b[2Jb\r\n  c\u202ed\u0007\u009b')).toBe('a<001b>[2Jb c<202e>d<0007><009b>');
    expect(tableOf([{ text: 'a\nb' }], undefined)).toBe('text\n----\na b');
  });
});
