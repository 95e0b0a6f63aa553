import { signal } from '@preact/signals-react';
import { describe, expect, it } from 'vitest';
import { instrumentId } from '../../../shared/domain/instrument.ts';
import { price } from '../../../shared/domain/price.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { frameOf, keepMarket, type Listed, readKeptMarket } from '../../../src/state/kept-market.ts';
import { createQuoteRegistry } from '../../../src/state/quote-registry.ts';

const NOW = 1_800_000_000_000;

const listOf = (count: number): Listed => ({
  status: 'ready',
  categories: [],
  instruments: Array.from({ length: count }, (_, at) => ({
    id: instrumentId(at + 1),
  })) as unknown as Listed['instruments'],
});

/** The quotes of the instruments that were on the screen. */
const seen =
  (quotes: Readonly<Record<number, { readonly ageMs: number; readonly open: boolean }>>) => (id: number) => {
    const quote = quotes[id];
    return {
      close: signal(quote && price(112_345)),
      ask: signal(quote && price(112_349)),
      open: signal(quote && price(112_000)),
      low: signal(undefined),
      high: signal(undefined),
      change: signal(quote && 31),
      marketOpen: signal(quote?.open),
      freshness: signal(undefined),
      timeMs: signal(quote && timestampMs(NOW - quote.ageMs)),
    };
  };

const ids = ({ instruments }: Listed) => instruments.map(({ id }) => id);

describe('the kept prices', () => {
  it('are those of instruments that were seen, wherever they are on the list; the start of the list fills it up', () => {
    const kept = keepMarket(listOf(500), seen({ 400: { ageMs: 0, open: true } }), 'a', NOW);
    expect(ids(kept.list)).toEqual([...Array.from({ length: 59 }, (_, at) => at + 1), 400]);
    expect(kept.prices.map(({ id }) => id)).toEqual([400]);
    expect(JSON.stringify(kept).length).toBeLessThan(5_000);
  });

  it('leave out what is much older than the rest; a closed market has its last price for long', () => {
    const quotes = {
      1: { ageMs: 1_000, open: true },
      2: { ageMs: 600_000, open: true },
      3: { ageMs: 600_000, open: false },
    };
    expect(keepMarket(listOf(3), seen(quotes), 'a', NOW).prices.map(({ id }) => id)).toEqual([1, 3]);
  });

  it('are compared with each other, not with the clock of the phone', () => {
    const quotes = { 1: { ageMs: 1_000, open: true }, 2: { ageMs: 600_000, open: true } };
    const kept = keepMarket(listOf(2), seen(quotes), 'a', NOW + 600_000);
    expect(kept.prices.map(({ id }) => id)).toEqual([1]);
  });

  it('come back as old quotes while their market was open, so that nothing can be opened at them', () => {
    const quotes = { 1: { ageMs: 1_000, open: true }, 2: { ageMs: 1_000, open: false } };
    const text = JSON.stringify(keepMarket(listOf(2), seen(quotes), 'a', NOW));
    const registry = createQuoteRegistry(
      () => {},
      () => NOW,
    );
    for (const id of [1, 2]) registry.of(instrumentId(id));
    registry.apply(frameOf(readKeptMarket(text, 'a')?.prices ?? []));
    const shown = [1, 2].map((id) => registry.of(instrumentId(id)));
    expect(shown.map(({ close }) => close.peek())).toEqual([112_345, 112_345]);
    expect(shown.map(({ ask }) => ask.peek())).toEqual([112_349, 112_349]);
    expect(shown.map(({ change }) => change.peek())).toEqual([31, 31]);
    expect(shown.map(({ freshness }) => freshness.peek())).toEqual(['old', 'live']);
    expect(shown.map(({ marketOpen }) => marketOpen.peek())).toEqual([true, false]);
  });

  it.each([
    ['none', null],
    ['damaged ones', '{"build":"a"'],
    ['those of another build', JSON.stringify(keepMarket(listOf(1), seen({}), 'b', NOW))],
  ])('are not read from %s', (_, text) => {
    expect(readKeptMarket(text, 'a')).toBeUndefined();
  });
});
