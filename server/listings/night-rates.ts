import type { Instrument } from '../../shared/domain/instrument.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { getOrCreate } from '../../shared/get-or-create.ts';
import { sealRow } from '../chain/row-seals.ts';
import type { NightRates } from '../exchange/nights.ts';
import type { Store } from '../store/store.ts';

/*
 * The rates of instruments, each with when it was set: a night is booked by those that were set before it, however late that
 * is done.
 */

/** What each side pays for a night, in ten-thousandths of a percent a year. */
export type Rates = Required<Pick<Instrument, 'longRate' | 'shortRate'>>;

type Since = Rates & { readonly since: TimestampMs };

export interface StoredNightRates extends NightRates {
  /** Reads what is stored. @returns the newest rates by code */
  read(): Promise<ReadonlyMap<string, Rates>>;
  /** Stores rates of the nights after that moment. */
  set(code: string, rates: Rates, since: TimestampMs): Promise<void>;
}

export function createNightRates({ read, write }: Pick<Store, 'read' | 'write'>): StoredNightRates {
  /** Of each instrument, the oldest first. */
  let byCode: ReadonlyMap<string, readonly Since[]> = new Map();
  const waiting: (() => void)[] = [];
  return {
    since: (code) => byCode.get(code)?.[0]?.since,
    whenAny(listener) {
      if (byCode.size > 0) listener();
      else waiting.push(listener);
    },
    at: (code, night) => byCode.get(code)?.findLast(({ since }) => since < night),
    async read() {
      const rows = await read.selectFrom('night_rates').selectAll().orderBy('id').execute();
      const found = new Map<string, Since[]>();
      for (const { code, since, long_rate: longRate, short_rate: shortRate } of rows)
        getOrCreate(found, code, (): Since[] => []).push({ since, longRate, shortRate });
      byCode = found;
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
