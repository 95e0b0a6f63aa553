import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from '../../../server/ops/cell-width.ts';
import { printable, tableOf } from '../../../server/ops/table.ts';

describe('the width of a text in a terminal', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['陳大文', 6],
    ['ｆｕｌｌ', 8],
    ['ｶﾅ', 2],
    ['한글', 4],
    ['กำลัง', 4],
    ['éé', 2],
    ['日本 jp', 7],
    ['👍🏽 ok', 5],
    ['❤️', 2],
    ['العربية', 7],
    ['a\u200bb', 2],
  ])('%j takes %i cells', (text, cells) => {
    expect(widthOf(text)).toBe(cells);
  });
});

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

  it('wraps what does not fit the terminal, at spaces where it can', () => {
    const rows = [
      { id: 1, text: 'the quickest brown fox', address: '0123456789abcdef' },
      { id: 2, text: 'exactly 10 more words', address: '' },
    ];
    expect(tableOf(rows, 26).split('\n')).toEqual([
      'id  text        address',
      '--  ----------  ----------',
      ' 1  the         0123456789',
      '    quickest    abcdef',
      '    brown fox',
      ' 2  exactly 10',
      '    more words',
    ]);
  });

  it('writes row below row where the terminal is too narrow for columns', () => {
    const rows = [
      { id: 1, name: 'a long name', address: 'a long address' },
      { id: 2, name: '', address: 'x' },
    ];
    expect(tableOf(rows, 15)).toBe(
      'id       1\nname     a long name\naddress  a long address\n\nid       2\nname\naddress  x',
    );
  });

  it('never draws wider than the terminal and never loses a character', () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '陳', 'é', '👍', 'ก', 'x'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        fc.array(fc.record({ one: cell, two: cell, n: fc.nat() }), { minLength: 1, maxLength: 4 }),
        (rows) => {
          const drawn = tableOf(rows, 40);
          for (const line of drawn.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(40);
          const letters = (text: string) => [...text.replace(/[\s-]/g, '')].toSorted().join('');
          const given = ['one', 'two', 'n', ...rows.flatMap(({ one, two, n }) => [one, two, String(n)])].join(
            '',
          );
          expect(letters(drawn)).toBe(letters(given));
        },
      ),
    );
  });

  it("keeps people's texts from steering the terminal", () => {
    expect(printable('a\u001b[2Jb\r\n  c\u202ed\u0007\u009b')).toBe('a<001b>[2Jb c<202e>d<0007><009b>');
    expect(tableOf([{ text: 'a\nb' }], undefined)).toBe('text\n----\na b');
  });
});
