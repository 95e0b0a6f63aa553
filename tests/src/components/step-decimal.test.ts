import { describe, expect, it } from 'vitest';
import { stepDecimal } from '../../../src/components/step-decimal.ts';

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
