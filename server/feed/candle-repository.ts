import type { Store } from '../store/store.ts';
import type { CandleStore, Chunk } from './candle-store.ts';
import { isWhole } from './packing.ts';

/** Rows a statement inserts at once: PostgreSQL and SQLite both bound the parameters of one. */
const ROWS_PER_INSERT = 500;

/**
 * Leaves out damaged blocks: candles are no books, and a gap in a chart is better than an exchange that does not start.
 * @param report receives a sentence for each of them, once
 */
export function candleRepository(
  { read, write }: Pick<Store, 'read' | 'write'>,
  report: (sentence: string) => void,
): CandleStore {
  const reported = new Set<string>();
  const isUsable = (chunk: Chunk): boolean => {
    if (isWhole(chunk)) return true;
    const sentence = `The candles of ${chunk.code} from ${new Date(chunk.startS * 1_000).toISOString()} are damaged: charts have a gap there.`;
    if (!reported.has(sentence)) report(sentence);
    reported.add(sentence);
    return false;
  };
  const series = (code: string, resolutionS: number) =>
    read
      .selectFrom('candle_chunks')
      .where('instrument_code', '=', code)
      .where('resolution_s', '=', resolutionS);
  return {
    async save(chunks) {
      const rows = chunks.map((chunk) => ({
        instrument_code: chunk.code,
        resolution_s: chunk.resolutionS,
        start_s: chunk.startS,
        data: chunk.data,
      }));
      await write(async (db) => {
        for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
          await db
            .insertInto('candle_chunks')
            .values(rows.slice(from, from + ROWS_PER_INSERT))
            .onConflict((conflict) =>
              conflict
                .columns(['instrument_code', 'resolution_s', 'start_s'])
                .doUpdateSet((eb) => ({ data: eb.ref('excluded.data') })),
            )
            .execute();
        }
      });
    },
    async load(code, resolutionS, fromS, toS) {
      const rows = await series(code, resolutionS)
        .select(['start_s', 'data'])
        .where('start_s', '>=', fromS)
        .where('start_s', '<', toS)
        .orderBy('start_s')
        .execute();
      return rows.map((row) => ({ code, resolutionS, startS: row.start_s, data: row.data })).filter(isUsable);
    },
    async range(code, resolutionS) {
      const row = await series(code, resolutionS)
        .select(({ fn }) => [
          fn.min<number | null>('start_s').as('first'),
          fn.max<number | null>('start_s').as('last'),
        ])
        .executeTakeFirst();
      return row === undefined || row.first === null || row.last === null
        ? undefined
        : { firstS: row.first, lastS: row.last };
    },
    async drop(resolutionS, beforeS) {
      await write(async (db) => {
        await db
          .deleteFrom('candle_chunks')
          .where('resolution_s', '=', resolutionS)
          .where('start_s', '<', beforeS)
          .execute();
      });
    },
  };
}
