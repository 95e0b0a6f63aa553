import { sql } from 'kysely';
import { type Candles, createCandles } from '../../shared/domain/candle.ts';
import { instrumentId } from '../../shared/domain/instrument.ts';
import type { Price } from '../../shared/domain/price.ts';
import { instrumentRepository } from '../catalogue/instrument-repository.ts';
import { sealRow } from '../chain/row-seals.ts';
import type { Store } from '../store/store.ts';
import { CHUNK_CANDLES } from './candle-store.ts';
import { isWhole, packChunks, unpackChunk } from './packing.ts';

/**
 * Gives instruments the decimals that an operator has set since the last start, and their stored candles and alerts with them.
 * Decimals are only added, so no price is rounded; no order works in them. Call it before the prices of this process begin.
 */
export async function rescalePrices({ read, write }: Pick<Store, 'read' | 'write'>): Promise<void> {
  const waits = (await instrumentRepository(read).all()).some((one) => one.nextPrecision !== undefined);
  if (!waits) return;
  await write(async (transaction) => {
    const instruments = instrumentRepository(transaction);
    for (const record of await instruments.all()) {
      const { id, code, precision, nextPrecision } = record;
      if (nextPrecision === undefined) continue;
      const factor = 10 ** (nextPrecision - precision);
      const rows = await transaction
        .selectFrom('candle_chunks')
        .selectAll()
        .where('instrument_code', '=', code)
        .execute();
      for (const { resolution_s, start_s, data } of rows) {
        const chunk = { code, resolutionS: resolution_s, startS: start_s, data };
        if (!isWhole(chunk)) continue;
        const candles = createCandles(CHUNK_CANDLES);
        unpackChunk(chunk, candles, 0, Number.POSITIVE_INFINITY);
        multiply(candles, factor);
        for (const packed of packChunks(code, resolution_s, candles, 0))
          await transaction
            .updateTable('candle_chunks')
            .set({ data: packed.data })
            .where('instrument_code', '=', code)
            .where('resolution_s', '=', resolution_s)
            .where('start_s', '=', start_s)
            .execute();
      }
      await transaction
        .updateTable('alerts')
        .set({ price: sql<Price>`price * ${factor}`, precision: nextPrecision })
        .where('instrument_id', '=', instrumentId(id))
        .where('precision', '=', precision)
        .execute();
      await transaction
        .updateTable('instrument_spreads')
        .set((eb) => ({
          spread: eb('spread', '*', factor),
          next_spread: eb('next_spread', '*', factor),
          max_spread: eb('max_spread', '*', factor),
        }))
        .where('code', '=', code)
        .execute();
      await sealRow(transaction, 'instrument_spreads', code);
      await instruments.save({ ...record, precision: nextPrecision, nextPrecision: undefined });
    }
  });
}

function multiply({ open, high, low, close, length }: Candles, factor: number): void {
  for (const prices of [open, high, low, close])
    for (let i = 0; i < length; i++) prices[i] = (prices[i] ?? 0) * factor;
}
