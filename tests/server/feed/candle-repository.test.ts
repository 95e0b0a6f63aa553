import { describe, expect, it } from 'vitest';
import { candleRepository } from '../../../server/feed/candle-repository.ts';
import { packChunks } from '../../../server/feed/packing.ts';
import { createCandles, putCandle } from '../../../shared/domain/candle.ts';
import { onEachDatabase } from '../../helpers/stores.ts';

const chunk = (code: string, startS: number, byte: number, resolutionS = 60) => ({
  code,
  resolutionS,
  startS,
  // No candles.
  data: Uint8Array.of(1, 0, byte),
});

const unexpected = (sentence: string) => {
  throw new Error(sentence);
};

onEachDatabase((stores) => {
  describe('candle blocks', () => {
    it('are stored, replaced, listed by range and read by rising start', async () => {
      const store = await stores.open();
      const candles = candleRepository(store, unexpected);
      expect(await candles.range('EURUSD', 60)).toBeUndefined();
      await candles.save([chunk('EURUSD', 7_200, 1), chunk('EURUSD', 0, 2), chunk('XAUUSD', 0, 3)]);
      await candles.save([chunk('EURUSD', 7_200, 4), chunk('EURUSD', 14_400, 5)]);
      expect(await candles.range('EURUSD', 60)).toEqual({ firstS: 0, lastS: 14_400 });
      const loaded = await candles.load('EURUSD', 60, 0, 14_400);
      expect(loaded.map(({ startS, data }) => [startS, ...data])).toEqual([
        [0, 1, 0, 2],
        [7_200, 1, 0, 4],
      ]);
    });

    it('accept more rows at once than one statement may', async () => {
      const store = await stores.open();
      const candles = candleRepository(store, unexpected);
      await candles.save(Array.from({ length: 1_201 }, (_, i) => chunk('EURUSD', i * 7_200, i % 256)));
      expect(await candles.load('EURUSD', 60, 0, Number.MAX_SAFE_INTEGER)).toHaveLength(1_201);
      await candles.save([]);
    });

    it('that are damaged are left out and reported once', async () => {
      const store = await stores.open();
      const said: string[] = [];
      const candles = candleRepository(store, (sentence) => said.push(sentence));
      const minutes = createCandles(200);
      for (let i = 0; i < 200; i++) putCandle(minutes, [i * 60, 100 + i, 110 + i, 90 + i, 101 + i, i]);
      const [first, second] = packChunks('EURUSD', 60, minutes, 0);
      if (first === undefined || second === undefined) throw new Error('no blocks');
      for (let at = 0; at < first.data.length; at++) {
        const data = first.data.with(at, (first.data[at] ?? 0) ^ 0x10);
        await candles.save([{ ...first, data }, second]);
        expect(await candles.load('EURUSD', 60, 0, 1e9)).toEqual([second]);
      }
      const misplaced = { ...first, startS: 14_400 };
      await candles.save([first, misplaced]);
      expect(await candles.load('EURUSD', 60, 0, 1e9)).toEqual([first, second]);
      expect(said).toEqual([
        expect.stringMatching(/^The candles of EURUSD from 1970-01-01T00:00:00.000Z are damaged: .+\.$/),
        expect.stringContaining('1970-01-01T04:00'),
      ]);
    });

    it('are deleted by age within their resolution', async () => {
      const store = await stores.open();
      const candles = candleRepository(store, unexpected);
      await candles.save([chunk('EURUSD', 0, 1), chunk('EURUSD', 7_200, 1), chunk('EURUSD', 0, 1, 3_600)]);
      await candles.drop(60, 7_200);
      expect(await candles.range('EURUSD', 60)).toEqual({ firstS: 7_200, lastS: 7_200 });
      expect(await candles.range('EURUSD', 3_600)).toEqual({ firstS: 0, lastS: 0 });
    });
  });
});
