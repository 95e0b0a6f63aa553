import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES, LOCALES } from '../../../shared/contract/language.ts';
import { money } from '../../../shared/domain/money.ts';
import { price } from '../../../shared/domain/price.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { setFormatLocale } from '../../../src/format/locale.ts';
import { formatLots, formatMoney, formatSigned, toneOf } from '../../../src/format/money.ts';
import { formatPercent, formatPrice, formatRatio, withPercent } from '../../../src/format/number.ts';
import { fieldText } from '../../../src/format/parse.ts';

beforeEach(() => setFormatLocale('en-US'));

describe('a price', () => {
  it.each([
    [108512, 5, '1.08512'],
    [150456, 3, '150.456'],
    [12, 5, '0.00012'],
    [0, 2, '0.00'],
    [6435, 0, '6,435'],
    [6343771, 2, '63,437.71'],
    [9812345678, 2, '98,123,456.78'],
    [-250, 2, '-2.50'],
  ])('of %i points with %i decimals reads %s', (points, precision, text) => {
    expect(formatPrice(price(points), precision)).toBe(text);
  });

  it('shows -- when unknown', () => {
    expect(formatPrice(undefined, 5)).toBe('--');
  });
});

describe('an amount of money', () => {
  // spec: 9.6
  it.each([
    [100_000_000_000, 2, '100,000.00'],
    [90_923_592, 6, '90.923592'],
    [90_923_592, 2, '90.92'],
    [-1_234_567_890_000, 2, '-1,234,567.89'],
    [5_000, 2, '0.01'],
    [-5_000, 2, '-0.01'],
    [4_999, 2, '0.00'],
    [-4_999, 2, '0.00'],
    [999_995_000, 2, '1,000.00'],
    [12_500_000, 0, '13'],
  ])('of %i millionths with %i decimals reads %s', (millionths, decimals, text) => {
    expect(formatMoney(money(millionths), decimals)).toBe(text);
  });

  it.each([
    [90_923_592, 6, '+90.923592'],
    [-500_000_000, 2, '-500.00'],
    [0, 6, '0.000000'],
    [1, 2, '0.00'],
  ])('of %i with its sign reads %s', (millionths, decimals, text) => {
    expect(formatSigned(money(millionths), decimals)).toBe(text);
  });

  it('shows -- when unknown', () => {
    expect([formatMoney(undefined), formatSigned(undefined)]).toEqual(['--', '--']);
  });
});

describe('lots', () => {
  it.each([
    [100, '0.01'],
    [10_000, '1.00'],
    [125, '0.0125'],
    [1_230, '0.123'],
    [10_000_000, '1,000.00'],
  ])('of %i ten-thousandths read %s', (size, text) => {
    expect(formatLots(volume(size))).toBe(text);
  });
});

describe('percentages', () => {
  it.each([
    [12, '+0.12%'],
    [-340, '-3.40%'],
    [0, '0.00%'],
    [123_456, '+1,234.56%'],
    [undefined, '--'],
  ])('%s hundredths with a sign read %s', (hundredths, text) => {
    expect(formatPercent(hundredths)).toBe(text);
  });

  it.each([
    [5_000, '50.00%'],
    [8_333, '83.33%'],
    [100_000, '1,000.00%'],
    [100_001, '>1,000%'],
    [94_239_902, '>1,000%'],
    [undefined, '--'],
  ])('%s hundredths without a sign read %s', (hundredths, text) => {
    expect(formatRatio(hundredths)).toBe(text);
  });
  it.each([
    [5_099, '50%'],
    [100_000, '1,000%'],
    [100_050, '>1,000%'],
    [undefined, '--'],
  ])('%s hundredths without decimals read %s', (hundredths, text) => {
    expect(formatRatio(hundredths, 0)).toBe(text);
  });
});

describe('the tone of a number', () => {
  it.each([
    [1, 'up'],
    [-1, 'down'],
    [0, 'flat'],
    [undefined, undefined],
  ])('%s is %s', (value, tone) => {
    expect(toneOf(value)).toBe(tone);
  });
});

/** Of every length of an amount, on both sides of zero. */
const INTEGERS = ['123456789123456', '100000000000000', '999999999999999', '405060708090504']
  .flatMap((digits) => Array.from(digits, (_, end) => Number(digits.slice(0, end + 1))))
  .flatMap((size) => [size, -size])
  .concat(0);

/** A decimal without binary rounding. */
const exactly = (integer: number, decimals: number) => `${integer}e-${decimals}` as `${number}`;

const intl = (locale: string, decimals: number, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: 'negative',
    ...options,
  });

describe.each(LANGUAGES)('in %s, as Intl writes it,', (language) => {
  const locale = LOCALES[language];
  beforeEach(() => setFormatLocale(locale));
  afterEach(() => setFormatLocale('en-US'));

  it.each([0, 2, 3, 5])('is a price with %i decimals', (decimals) => {
    const format = intl(locale, decimals, {});
    expect(INTEGERS.map((points) => formatPrice(price(points), decimals))).toEqual(
      INTEGERS.map((points) => format.format(exactly(points, decimals))),
    );
  });

  // spec: 1.11
  it.each([0, 2, 5, 6])('is an amount with %i decimals, without and with its sign', (decimals) => {
    const plain = intl(locale, decimals, {});
    const signed = intl(locale, decimals, { signDisplay: 'exceptZero' });
    expect(
      INTEGERS.map((one) => [formatMoney(money(one), decimals), formatSigned(money(one), decimals)]),
    ).toEqual(INTEGERS.map((one) => [plain.format(exactly(one, 6)), signed.format(exactly(one, 6))]));
  });

  it('is a percentage, without and with its sign', () => {
    const plain = intl(locale, 2, { style: 'percent' });
    const signed = intl(locale, 2, { style: 'percent', signDisplay: 'exceptZero' });
    const most = `>${intl(locale, 0, { style: 'percent' }).format(10)}`;
    expect(INTEGERS.map((one) => [formatRatio(one), formatPercent(one)])).toEqual(
      INTEGERS.map((one) => [
        one > 100_000 ? most : plain.format(exactly(one, 4)),
        signed.format(exactly(one, 4)),
      ]),
    );
    expect(withPercent('25')).toBe(intl(locale, 0, { style: 'percent' }).format(0.25));
  });

  it('is a size in lots', () => {
    const format = intl(locale, 2, { maximumFractionDigits: 4 });
    expect(INTEGERS.map((size) => formatLots(volume(size)))).toEqual(
      INTEGERS.map((size) => format.format(exactly(size, 4))),
    );
  });

  it('is the text of a field, without grouping', () => {
    const format = intl(locale, 4, { useGrouping: false });
    expect(fieldText('1234567.0125')).toBe(format.format(1_234_567.0125));
  });
});
