import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { price } from '../../../shared/domain/price.ts';
import type { TextStore } from '../../../src/link/storage.ts';
import { createDrawingStore, type Drawing, MAX_DRAWINGS } from '../../../src/state/drawings.ts';

function memory(texts: Record<string, string> = {}): TextStore & { readonly texts: Map<string, string> } {
  const kept = new Map(Object.entries(texts));
  return {
    texts: kept,
    get: (key) => kept.get(key) ?? null,
    set: (key, value) => void kept.set(key, value),
    remove: (key) => void kept.delete(key),
    keys: (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
  };
}

const EURUSD = { code: 'EURUSD', precision: 5 };
const level: Drawing = { kind: 'horizontal', price: price(112_345) };
const trend: Drawing = {
  kind: 'trend',
  from: { time: 1_795_132_800, price: price(112_000) },
  to: { time: 1_795_136_400, price: price(112_500) },
};

describe('drawings on a device', () => {
  it('are there after a reload, on their instrument only', () => {
    const store = memory();
    createDrawingStore(store).save(EURUSD, [level, trend, { ...trend, kind: 'fibonacci' }]);
    const again = createDrawingStore(store);
    expect(again.of(EURUSD).value).toEqual([level, trend, { ...trend, kind: 'fibonacci' }]);
    expect(again.of({ code: 'GBPUSD', precision: 5 }).value).toEqual([]);
    expect([again.has('EURUSD'), again.has('GBPUSD')]).toEqual([true, false]);
  });

  it('are read as they were written, whatever they are', () => {
    const anchor = fc.record({
      time: fc.integer({ min: -1e9, max: 4e9 }),
      price: fc.integer({ min: -1e6, max: 1e9 }).map(price),
    });
    const drawing: fc.Arbitrary<Drawing> = fc.oneof(
      fc.record({
        kind: fc.constant('horizontal' as const),
        price: fc.integer({ min: 1, max: 1e9 }).map(price),
      }),
      fc.record({ kind: fc.constantFrom('trend' as const, 'fibonacci' as const), from: anchor, to: anchor }),
    );
    fc.assert(
      fc.property(
        fc.array(drawing, { maxLength: 60, size: 'max' }),
        fc.integer({ min: 0, max: 8 }),
        (list, precision) => {
          const store = memory();
          createDrawingStore(store).save({ code: 'X', precision }, list);
          expect(createDrawingStore(store).of({ code: 'X', precision }).value).toEqual(
            list.slice(0, MAX_DRAWINGS),
          );
        },
      ),
    );
  });

  it('are those of all tabs', () => {
    const store = memory();
    const tab = () => {
      let hear = () => {};
      const drawings = createDrawingStore(store, (_, run) => {
        hear = run;
      });
      return { drawings, list: drawings.of(EURUSD), hear: () => hear() };
    };
    const [one, other] = [tab(), tab()];
    one.drawings.save(EURUSD, [level]);
    other.hear();
    other.drawings.save(EURUSD, [...other.list.value, trend]);
    one.hear();
    expect(one.list.value).toEqual([level, trend]);
    expect(createDrawingStore(store).of(EURUSD).value).toEqual([level, trend]);
  });

  it('leave nothing behind when the last one is deleted', () => {
    const store = memory();
    const drawings = createDrawingStore(store);
    drawings.save(EURUSD, [level]);
    drawings.save(EURUSD, []);
    expect([...store.texts]).toEqual([]);
    expect(drawings.has('EURUSD')).toBe(false);
  });

  it('keep their price when the instrument gets another number of decimals', () => {
    const store = memory();
    createDrawingStore(store).save(EURUSD, [level]);
    expect(createDrawingStore(store).of({ code: 'EURUSD', precision: 3 }).value).toEqual([
      { kind: 'horizontal', price: 1123 },
    ]);
    expect(createDrawingStore(store).of({ code: 'EURUSD', precision: 6 }).value).toEqual([
      { kind: 'horizontal', price: 1_123_450 },
    ]);
    const open = createDrawingStore(store);
    expect([open.of(EURUSD), open.of({ code: 'EURUSD', precision: 3 })].map(({ value }) => value)).toEqual([
      [level],
      [{ kind: 'horizontal', price: 1123 }],
    ]);
  });

  it.each([
    ['', []],
    ['nonsense', []],
    ['99;h 5', []],
    ['5;h', []],
    ['5;h 1 2', []],
    ['5;h 1e400;h x;h 1.5;h  7', []],
    ['5;q 1;t 1 2 3;t 1 2 3 4 5;h 7', [{ kind: 'horizontal', price: 7 }]],
    ['{"a":1};5;h 7', []],
  ])('that are damaged are left out: %s', (text, list) => {
    expect(createDrawingStore(memory({ 'drawings.EURUSD': text })).of(EURUSD).value).toEqual(list);
  });

  it('are at most as many as the limit, also in what was stored', () => {
    const text = `5${';h 7'.repeat(200)}`;
    expect(createDrawingStore(memory({ 'drawings.EURUSD': text })).of(EURUSD).value).toHaveLength(
      MAX_DRAWINGS,
    );
  });
});
