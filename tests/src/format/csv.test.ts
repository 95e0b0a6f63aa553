import { describe, expect, it, onTestFinished } from 'vitest';
import { csvOf, exactDecimal } from '../../../src/format/csv.ts';
import { setFormatLocale } from '../../../src/format/locale.ts';

const body = (...cells: (string | number)[]): string | undefined => csvOf(['h'], [cells]).split('\r\n')[1];

describe('a file for spreadsheets', () => {
  it('starts with the byte order mark and ends its lines with CRLF', () => {
    expect(csvOf(['a', 'b'], [['c', 1]])).toBe('\ufeffa,b\r\nc,1');
  });
  it.each([
    ['=1+1', "'=1+1"],
    ['+1+1', "'+1+1"],
    ['-1+cmd', "'-1+cmd"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['\nx', '"\'\nx"'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['-5.590000', '-5.590000'],
    [-3, '-3'],
  ])('writes %j as %j', (given, written) => {
    expect(body(given)).toBe(written);
  });
  it('has semicolons between its cells, and commas in its numbers, where numbers are written so', () => {
    setFormatLocale('de-DE');
    onTestFinished(() => setFormatLocale('en-US'));
    const rows = [['-5.590000', 3, 'a;b', 'v1.5']];
    expect(csvOf(['a', 'b', 'c', 'd'], rows)).toBe('\ufeffa;b;c;d\r\n-5,590000;3;"a;b";v1.5');
  });
  it.each([
    [-5_590_000, 6, '-5.590000'],
    [1, 6, '0.000001'],
    [0, 6, '0.000000'],
    [9_007_199_254_740_991, 6, '9007199254.740991'],
    [108_512, 5, '1.08512'],
    [7, 0, '7'],
  ])('writes %i of 10^-%i exactly', (scaled, decimals, text) => {
    expect(exactDecimal(scaled, decimals)).toBe(text);
  });
});
