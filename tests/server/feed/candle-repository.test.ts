import { describe, expect, it } from 'vitest';
import { candleRepository } from '../../../server/feed/candle-repository.ts';
import { onEachDatabase } from '../../helpers/stores.ts';

const chunk = (code: string, startS: number, byte: number, resolutionS = 60) => ({
  code,
  resolutionS,
  startS,
  data: Uint8Array.of(byte, 0, 255),
});

onEachDatabase((stores) => {
  describe('candle blocks', () => {
    it('are stored, replaced, listed by range and read by rising start', async () => {
      const store = await stores.open();
      const candles = candleRepository(store);
      expect(await candles.range('EURUSD', 60)).toBeUndefined();
      await candles.save([chunk('EURUSD', 7_200, 1), chunk('EURUSD', 0, 2), chunk('XAUUSD', 0, 3)]);
      await candles.save([chunk('EURUSD', 7_200, 4), chunk('EURUSD', 14_400, 5)]);
      expect(await candles.range('EURUSD', 60)).toEqual({ firstS: 0, lastS: 14_400 });
      const loaded = await candles.load('EURUSD', 60, 0, 14_400);
      expect(loaded.map(({ startS, data }) => [startS, ...data])).toEqual([
        [0, 2, 0, 255],
        [7_200, 4, 0, 255],
      ]);
      await store.close();
    });

    it('accept more rows at once than one statement may', async () => {
      const store = await stores.open();
      const candles = candleRepository(store);
      await candles.save(Array.from({ length: 1_201 }, (_, i) => chunk('EURUSD', i * 7_200, i % 256)));
      expect(await candles.load('EURUSD', 60, 0, Number.MAX_SAFE_INTEGER)).toHaveLength(1_201);
      await candles.save([]);
      await store.close();
    });

    it('are deleted by age within their resolution', async () => {
      const store = await stores.open();
      const candles = candleRepository(store);
      await candles.save([chunk('EURUSD', 0, 1), chunk('EURUSD', 7_200, 1), chunk('EURUSD', 0, 1, 3_600)]);
      await candles.drop(60, 7_200);
      expect(await candles.range('EURUSD', 60)).toEqual({ firstS: 7_200, lastS: 7_200 });
      expect(await candles.range('EURUSD', 3_600)).toEqual({ firstS: 0, lastS: 0 });
      await store.close();
    });
  });
});
