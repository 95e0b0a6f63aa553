import { signal } from '@preact/signals-react';
import { expect, it } from 'vitest';
import { type Price, price } from '../../../shared/domain/price.ts';
import { quietDigits } from '../../../src/state/quiet-digits.ts';
import { UNKNOWN_QUOTE } from '../../../src/state/quote-registry.ts';

/** A quote of which no more is known than in the page of the exchange, or on the device. */
function quoteAt(open: number, close: number) {
  const quote = {
    ...UNKNOWN_QUOTE,
    open: signal(price(open)),
    close: signal(price(close)),
    low: signal<Price>(),
    high: signal<Price>(),
  };
  return {
    quiet: (precision: number, at?: number) =>
      quietDigits(quote, precision, at === undefined ? at : price(at)),
    /** A quote of the engine's. */
    put(next: number, low: number, high: number): void {
      quote.close.value = price(next);
      quote.low.value = price(low);
      quote.high.value = price(high);
    },
  };
}

it.each([
  ['1.13725 after 1.13412', 113_412, 113_725, 5, 3],
  ['2,418.35 after 2,398.20', 239_820, 241_835, 2, 1],
  ['0.66214 after 0.66900', 66_900, 66_214, 5, 3],
  ['10.02 after 9.98', 998, 1_002, 2, 0],
])(
  'the digits of %s that are those of the day’s first price are quiet',
  (_, open, close, precision, count) => {
    expect(quoteAt(open, close).quiet(precision)).toBe(count);
  },
);

it('a digit that the day’s low and high do not share is strong, whatever the page has shown before', () => {
  const eurusd = quoteAt(113_700, 113_725);
  expect(eurusd.quiet(5)).toBe(4);
  eurusd.put(113_725, 113_700, 113_810);
  expect(eurusd.quiet(5)).toBe(3);
  eurusd.put(113_725, 112_990, 113_810);
  expect(eurusd.quiet(5)).toBe(2);
  // A moment before, as after a jump back.
  eurusd.put(113_725, 113_700, 113_725);
  expect(eurusd.quiet(5)).toBe(4);
});

it.each([
  ['an ask with the same first digits', 113_737, 4],
  ['an ask with one of them changed', 113_801, 3],
  ['a target with as many digits, all of them others', 213_725, 0],
  ['a target with another number of digits', 1_113_725, 0],
  ['the price itself', 113_725, 4],
])('the digits of %s are quiet as far as the day has them', (_, at, count) => {
  expect(quoteAt(113_700, 113_725).quiet(5, at)).toBe(count);
});

it('no digit is quiet while the price, or the day’s first, is unknown', () => {
  expect(quietDigits(UNKNOWN_QUOTE, 5)).toBe(0);
});
