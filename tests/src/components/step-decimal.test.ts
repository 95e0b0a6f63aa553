import { describe, expect, it } from 'vitest';
import { plainDecimal, stepDecimal } from '../../../src/components/step-decimal.ts';

const LOTS = { step: 0.01, min: 0.01, max: 10, decimals: 2 };

describe('a step', () => {
  it.each([
    ['0.1', 1, '0.11'],
    ['0.29', 1, '0.30'],
    ['0.3', -1, '0.29'],
    ['0.01', -1, '0.01'],
    ['10', 1, '10.00'],
    ['', 1, '0.01'],
    ['', -1, '0.01'],
    ['.', 1, '0.01'],
    ['99', -1, '10.00'],
  ] as const)('from %j by %i gives %s', (text, direction, next) => {
    expect(stepDecimal(text, direction, LOTS)).toBe(next);
  });

  it('on a price keeps all decimals', () => {
    const bounds = { step: 0.00001, min: 0, max: 1_000, decimals: 5 };
    expect(stepDecimal('1.08512', 1, bounds)).toBe('1.08513');
    expect(stepDecimal('0.00000', -1, bounds)).toBe('0.00000');
  });
});

describe('text typed into a number field', () => {
  it.each([
    ['1.5', '1.5'],
    ['1,5', '1.5'],
    ['.5', '.5'],
    ['1.2.3', '1.23'],
    ['1,234.56', '1234.56'],
    ['1.234.567,8', '1234567.8'],
    ['1,234,567', '1234567'],
    ['1.000.000 \u20ab', '1000000'],
    ['1.234,567', '1234.567'],
    ['\u200e+1,234.56 USD', '1234.56'],
    ['1\u202f234,56', '1234.56'],
    ['1,234', '1.234'],
    ['1.234,', '1.234'],
    ['-3', '-3'],
    ['\u22121,5', '-1.5'],
    ['\u061c-\u0663', '-3'],
    ['- 1,234.50 USD', '-1234.50'],
    ['-', '-'],
    ['1-3', '13'],
    ['1e3', '13'],
    ['１２．５', '12.5'],
    ['١٢٫٥', '12.5'],
    ['۱۲', '12'],
    ['1،5', '1.5'],
    ['0。1', '0.1'],
    ['0、1', '0.1'],
    ['abc', ''],
  ])('%j becomes %j', (typed, text) => {
    expect(plainDecimal(typed)).toBe(text);
  });
});
