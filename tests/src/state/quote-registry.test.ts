import { batch, effect } from '@preact/signals-react';
import { describe, expect, test } from 'vitest';
import { type InstrumentId, instrumentId } from '../../../shared/domain/instrument.ts';
import { createQuoteRegistry } from '../../../src/state/quote-registry.ts';
import { marketFrame } from '../../helpers/market-frames.ts';
import { manualClock } from '../manual-clock.ts';

const [EUR, XAU] = [instrumentId(1), instrumentId(2)];
const task = () => new Promise((resolve) => setImmediate(resolve));

function registry() {
  const clock = manualClock();
  const lists: (readonly InstrumentId[])[] = [];
  const quotes = createQuoteRegistry((ids) => lists.push(ids), clock.wallMs);
  return { clock, lists, quotes, apply: (frame: Float64Array) => batch(() => quotes.apply(frame)) };
}

describe('the watch list', () => {
  test('goes to the worker once for all changes of one task', async () => {
    const { quotes, lists } = registry();
    quotes.retain(EUR);
    quotes.retain(XAU);
    expect(lists).toEqual([]);
    await task();
    expect(lists).toEqual([[EUR, XAU]]);
  });

  test('keeps an instrument as long as a component shows it', async () => {
    const { quotes, lists } = registry();
    const [row, header] = [quotes.retain(EUR), quotes.retain(EUR)];
    await task();
    row();
    row();
    await task();
    expect(lists).toEqual([[EUR]]);
    header();
    await task();
    expect(lists).toEqual([[EUR], []]);
    expect(quotes.watched).toBe(0);
  });

  test('is not sent when a screen releases instruments that the next one takes', async () => {
    const { quotes, lists } = registry();
    const release = quotes.retain(EUR);
    await task();
    release();
    quotes.retain(EUR);
    await task();
    expect(lists).toEqual([[EUR]]);
  });
});

describe('a market frame', () => {
  test('updates the signals of known instruments', () => {
    const { quotes, apply } = registry();
    const eur = quotes.of(EUR);
    apply(
      marketFrame([
        { id: XAU, close: 1 },
        {
          id: EUR,
          close: 108_512,
          ask: 108_520,
          open: 108_000,
          low: 107_900,
          high: 108_700,
          change: 47,
          marketOpen: true,
          timeMs: 5,
          freshness: 'stale',
        },
      ]),
    );
    expect(eur.close.value).toBe(108_512);
    expect(eur.ask.value).toBe(108_520);
    expect(eur.open.value).toBe(108_000);
    expect([eur.low.value, eur.high.value]).toEqual([107_900, 108_700]);
    expect(eur.change.value).toBe(47);
    expect(eur.marketOpen.value).toBe(true);
    expect(eur.timeMs.value).toBe(5);
    expect(eur.freshness.value).toBe('stale');
    expect(quotes.of(XAU).close.value).toBeUndefined();
  });

  test('has NaN for unknown values', () => {
    const { quotes, apply } = registry();
    const eur = quotes.of(EUR);
    apply(marketFrame([{ id: EUR, close: 108_512, marketOpen: false }]));
    apply(marketFrame([{ id: EUR }]));
    expect(eur.close.value).toBeUndefined();
    expect(eur.change.value).toBeUndefined();
    expect([eur.low.value, eur.high.value]).toEqual([undefined, undefined]);
    expect(eur.marketOpen.value).toBeUndefined();
  });

  test('changes only the signals with a new value, in one batch per frame', () => {
    const { quotes, apply } = registry();
    const eur = quotes.of(EUR);
    const seen: string[] = [];
    effect(() => {
      seen.push(`close ${eur.close.value} of ${eur.open.value}`);
    });
    effect(() => {
      seen.push(`open ${eur.open.value}`);
    });
    seen.length = 0;
    apply(marketFrame([{ id: EUR, close: 2, open: 1 }]));
    expect(seen).toEqual(['open 1', 'close 2 of 1']);
    seen.length = 0;
    apply(marketFrame([{ id: EUR, close: 2, open: 1 }]));
    expect(seen).toEqual([]);
    apply(marketFrame([{ id: EUR, close: 3, open: 1 }]));
    expect(seen).toEqual(['close 3 of 1']);
  });
});

describe('a quote without a subscription for a while', () => {
  const live = { id: EUR, close: 1, marketOpen: true, freshness: 'live' } as const;

  test('is not shown as live when it returns to the screen', async () => {
    const { quotes, apply, clock } = registry();
    const release = quotes.retain(EUR);
    apply(marketFrame([live]));
    release();
    await clock.pass(3_001);
    quotes.retain(EUR);
    expect(quotes.of(EUR).freshness.value).toBe('stale');
    expect(quotes.of(EUR).close.value).toBe(1);
  });

  test('is unchanged after a short absence, or while its market is closed', async () => {
    const { quotes, apply, clock } = registry();
    const release = quotes.retain(EUR);
    apply(marketFrame([live]));
    release();
    await clock.pass(500);
    quotes.retain(EUR)();
    expect(quotes.of(EUR).freshness.value).toBe('live');
    apply(marketFrame([{ ...live, marketOpen: false }]));
    await clock.pass(60_000);
    quotes.retain(EUR);
    expect(quotes.of(EUR).freshness.value).toBe('live');
  });

  test('is stale while no frame can arrive', () => {
    const { quotes, apply } = registry();
    quotes.retain(EUR);
    apply(marketFrame([live]));
    quotes.markStale();
    expect(quotes.of(EUR).freshness.value).toBe('stale');
  });
});
