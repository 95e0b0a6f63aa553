import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHUNK_CANDLES, chunkSpan, memoryCandleStore } from '../../../server/feed/candle-store.ts';
import { packChunks, unpackChunk } from '../../../server/feed/packing.ts';
import {
  type CandleRow,
  type Candles,
  candleRow,
  createCandles,
  putCandle,
} from '../../../shared/domain/candle.ts';

const resolutions = fc.constantFrom(60, 3_600);
const shapes = fc.array(
  fc.record({
    skip: fc.integer({ min: 1, max: 90 }),
    low: fc.integer({ min: 1, max: 2 ** 46 }),
    parts: fc.tuple(...([0, 0, 0] as const).map(() => fc.integer({ min: 0, max: 2 ** 46 }))),
    volume: fc.integer({ min: 0, max: 2 ** 40 }),
  }),
  { maxLength: 60, size: 'max' },
);

function candlesOf(
  resolutionS: number,
  list: typeof shapes extends fc.Arbitrary<infer T> ? T : never,
): Candles {
  const candles = createCandles(4);
  let time = 1_700_000_000 - (1_700_000_000 % chunkSpan(resolutionS));
  for (const { skip, low, parts, volume } of list) {
    time += skip * resolutionS;
    const [open = 0, close = 0, above = 0] = parts;
    putCandle(candles, [time, low + open, low + Math.max(open, close) + above, low, low + close, volume]);
  }
  return candles;
}

const rows = (candles: Candles): CandleRow[] =>
  Array.from({ length: candles.length }, (_, i) => candleRow(candles, i));

test('candles come out of the store unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(resolutions, shapes, async (resolutionS, list) => {
      const candles = candlesOf(resolutionS, list);
      const store = memoryCandleStore();
      await store.save(packChunks('EURUSD', resolutionS, candles, 0));
      const back = createCandles(4);
      for (const chunk of await store.load('EURUSD', resolutionS, 0, 4e9)) unpackChunk(chunk, back, 0, 4e9);
      expect(rows(back)).toEqual(rows(candles));
    }),
  );
});

test('packing from the middle repacks the blocks from there on completely', () => {
  const candles = candlesOf(
    60,
    Array.from({ length: 60 }, () => ({
      skip: 10,
      low: 5,
      parts: [1, 2, 3] as [number, number, number],
      volume: 1,
    })),
  );
  const all = packChunks('EURUSD', 60, candles, 0);
  expect(all.length).toBeGreaterThan(3);
  for (const chunk of all) expect(chunk.startS % (CHUNK_CANDLES * 60)).toBe(0);
  const middle = (all[2]?.startS ?? 0) + 1_000;
  expect(packChunks('EURUSD', 60, candles, middle)).toEqual(all.slice(2));
});

test('a real series takes about ten bytes per candle', () => {
  const list = Array.from({ length: 120 }, (_, i) => ({
    skip: 1,
    low: 108_500 + ((i * 7) % 31),
    parts: [i % 9, (i * 5) % 11, i % 6] as [number, number, number],
    volume: 90 + i,
  }));
  const bytes = packChunks('EURUSD', 60, candlesOf(60, list), 0).reduce(
    (sum, chunk) => sum + chunk.data.length,
    0,
  );
  expect(bytes).toBeLessThan(120 * 10);
});

test('bytes of another format are refused', () => {
  const chunk = { code: 'EURUSD', resolutionS: 60, startS: 0 };
  const into = createCandles(4);
  expect(() => unpackChunk({ ...chunk, data: Uint8Array.of(9, 1) }, into, 0, 1)).toThrow(/layout/);
  expect(() => unpackChunk({ ...chunk, data: Uint8Array.of(1, 5, 1) }, into, 0, 1)).toThrow(/cut off/);
});

test('a store replaces blocks with the same start, returns its range and deletes on demand', async () => {
  const store = memoryCandleStore();
  const chunk = (startS: number, byte: number) => ({
    code: 'A',
    resolutionS: 60,
    startS,
    data: Uint8Array.of(byte),
  });
  await store.save([
    chunk(7_200, 1),
    chunk(0, 2),
    { ...chunk(0, 3), code: 'B' },
    { ...chunk(0, 4), resolutionS: 3_600 },
  ]);
  await store.save([chunk(7_200, 5)]);
  expect(await store.load('A', 60, 0, 7_201)).toEqual([chunk(0, 2), chunk(7_200, 5)]);
  expect(await store.load('A', 60, 1, 7_200)).toEqual([]);
  expect(await store.range('A', 60)).toEqual({ firstS: 0, lastS: 7_200 });
  expect(await store.range('C', 60)).toBeUndefined();
  await store.drop(60, 7_200);
  expect(await store.range('A', 60)).toEqual({ firstS: 7_200, lastS: 7_200 });
  expect(await store.load('B', 60, 0, 1e9)).toEqual([]);
  expect(await store.load('A', 3_600, 0, 1e9)).toHaveLength(1);
});
