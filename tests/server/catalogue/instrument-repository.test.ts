import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../server/catalogue/catalogue.ts';
import {
  entriesOf,
  instrumentRepository,
  storedInstruments,
} from '../../../server/catalogue/instrument-repository.ts';
import { candleRepository } from '../../../server/feed/candle-repository.ts';
import { packChunks, unpackChunk } from '../../../server/feed/packing.ts';
import { rescalePrices } from '../../../server/feed/rescale.ts';
import { unchanged } from '../../../server/listings/listing-change.ts';
import { listingRepository } from '../../../server/listings/listing-repository.ts';
import { openStore } from '../../../server/store/store.ts';
import { candleRow, createCandles, putCandle } from '../../../shared/domain/candle.ts';
import { timestampMs } from '../../../shared/domain/time.ts';
import { folderWith } from '../../helpers/stored-copies.ts';
import { onEachDatabase } from '../../helpers/stores.ts';

const NOW = timestampMs(1);

onEachDatabase((stores) => {
  describe('the instruments of a new database', () => {
    it('are those of the catalogue, entry by entry', async () => {
      const store = await stores.open();
      expect(entriesOf(await storedInstruments(store, NOW))).toEqual(catalogue);
    });

    it('are given once: one that is gone does not come back', async () => {
      const store = await stores.open();
      // Two processes that start side by side.
      await Promise.all([storedInstruments(store, NOW), storedInstruments(store, NOW)]);
      await store.write((transaction) =>
        transaction.deleteFrom('instruments').where('code', '=', 'EURUSD').execute(),
      );
      expect((await storedInstruments(store, NOW)).map(({ code }) => code)).not.toContain('EURUSD');
    });

    it('are in the order of their places', async () => {
      const store = await stores.open();
      const [first] = await storedInstruments(store, NOW);
      if (first === undefined) throw new Error('no instrument');
      await store.write((transaction) =>
        instrumentRepository(transaction).save({ ...first, place: 100_000 }),
      );
      expect((await storedInstruments(store, NOW)).at(-1)).toMatchObject({ code: first.code });
    });
  });

  describe('another precision', () => {
    it('begins with the next start, for the stored candles too', async () => {
      const store = await stores.open();
      const [first] = await storedInstruments(store, NOW);
      if (first === undefined) throw new Error('no instrument');
      const { code, precision } = first;
      const candles = createCandles(4);
      for (const minute of [60, 120, 60_000])
        putCandle(candles, [minute, 110_000, 110_020, 109_990, 110_010, 7]);
      const repository = candleRepository(store, console.error);
      await repository.save([...packChunks(code, 60, candles, 0), ...packChunks('GBPUSD', 60, candles, 0)]);
      await store.write(async (transaction) => {
        await instrumentRepository(transaction).save({ ...first, nextPrecision: precision + 2 });
        const nextSpread = { points: 4, from: NOW };
        await listingRepository(transaction).save({ ...unchanged(code), spread: 3, nextSpread }, NOW);
      });
      const closes = async (of: string) => {
        const read = createCandles(4);
        for (const chunk of await repository.load(of, 60, 0, 100_000)) unpackChunk(chunk, read, 0, 100_000);
        return Array.from({ length: read.length }, (_, at) => candleRow(read, at));
      };
      // Twice: the second start has nothing to do.
      for (const _ of [1, 2]) {
        await rescalePrices(store);
        expect(await closes(code)).toEqual(
          [60, 120, 60_000].map((time) => [time, 11_000_000, 11_002_000, 10_999_000, 11_001_000, 7]),
        );
      }
      expect((await closes('GBPUSD'))[0]).toEqual([60, 110_000, 110_020, 109_990, 110_010, 7]);
      expect((await storedInstruments(store, NOW))[0]).toMatchObject({
        precision: precision + 2,
        nextPrecision: undefined,
      });
      expect(await listingRepository(store.read).find(code)).toMatchObject({
        spread: 300,
        nextSpread: { points: 400, from: NOW },
        maxSpread: undefined,
      });
    });
  });
});

it('a database of an earlier version gets the catalogue at its first start', async () => {
  const store = await openStore({ dataDir: folderWith('0.1.0') });
  expect(entriesOf(await storedInstruments(store, NOW))).toEqual(catalogue);
  await store.close();
});
