import type { Rates } from '../../shared/domain/financing.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { sealRow } from '../chain/row-seals.ts';
import type { NightRates, RatesOverTime, RatesSince } from '../exchange/nights.ts';
import type { Store } from '../store/store.ts';

/*
 * The rates of instruments, each with when it was set: a night is booked by those that were set before it, however late that
 * is done.
 */

export interface StoredNightRates extends NightRates {
  /** Reads what is stored. @returns the newest rates by code */
  read(): Promise<ReadonlyMap<string, Rates>>;
  /** Stores rates of the nights after that moment. */
  set(code: string, rates: Rates, since: TimestampMs): Promise<void>;
}

export function createNightRates({ read, write }: Pick<Store, 'read' | 'write'>): StoredNightRates {
  /** Of each instrument, the oldest first. */
  let byCode: ReadonlyMap<string, RatesOverTime> = new Map();
  const waiting: (() => void)[] = [];
  return {
    of: (code) => byCode.get(code),
    whenAny(listener) {
      if (byCode.size > 0) listener();
      else waiting.push(listener);
    },
    async read() {
      const rows = await read.selectFrom('night_rates').selectAll().orderBy('id').execute();
      const found = new Map<string, RatesSince[]>();
      // Before the first that is not 0 there is nothing to be booked.
      for (const { code, since, long_rate: longRate, short_rate: shortRate } of rows)
        if (found.has(code) || longRate !== 0 || shortRate !== 0)
          getOrCreate(found, code, (): RatesSince[] => []).push({ since, longRate, shortRate });
      const before = byCode;
      // Rows are only added.
      byCode = new Map(
        [...found].map(([code, now]) => {
          const known = before.get(code);
          return [code, known?.length === now.length ? known : now];
        }),
      );
      if (found.size > 0) for (const tell of waiting.splice(0)) tell();
      const newest = rows.map(({ code, long_rate: longRate, short_rate: shortRate }) => [
        code,
        { longRate, shortRate },
      ]);
      return new Map(newest as [string, Rates][]);
    },
    async set(code, { longRate, shortRate }, since) {
      const row = { code, since, long_rate: longRate, short_rate: shortRate };
      await write(async (transaction) => {
        const { id } = await transaction
          .insertInto('night_rates')
          .values(row)
          .returning('id')
          .executeTakeFirstOrThrow();
        await sealRow(transaction, 'night_rates', id);
      });
    },
  };
}
