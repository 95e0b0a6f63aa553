import { describe, expect, it } from 'vitest';
import { asciiDigits, codeOf } from '../../shared/domain/digits.ts';

describe('digits', () => {
  it.each([
    ['0123456789', '0123456789'],
    ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
    ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
    ['०१२३४५६७८९', '0123456789'],
    ['๐๑๒๓๔๕๖๗๘๙', '0123456789'],
    ['０１２３４５６７８９', '0123456789'],
    // Five alphabets of digits in one row of Unicode.
    ['𝟎𝟗𝟘𝟡𝟬𝟵𝟶𝟿', '09090909'],
    ['a１b', 'a1b'],
  ])('%s are %s', (text, ascii) => {
    expect(asciiDigits(text)).toBe(ascii);
  });

  it('a code of letters is taken from a full-width keyboard, too', () => {
    expect(codeOf('ＡＢＣＤ－２３ 45')).toBe('ABCD-2345');
  });

  it.each(['212429', ' 212 429 ', '212\u00a0429', '２１２ ４２９', '٢١٢٤٢٩', '212\u200b429\n'])(
    '%j is the code 212429',
    (typed) => {
      expect(codeOf(typed)).toBe('212429');
    },
  );
});
