import type { Generated } from 'kysely';
import type { TimestampMs } from '../../shared/domain/time.ts';

declare module '../store/schema.ts' {
  interface Schema {
    night_rates: NightRateTable;
  }
}

/** What a position in an instrument pays for each night, until there is a later row of the instrument. Rows are never changed. */
interface NightRateTable {
  id: Generated<number>;
  code: string;
  /** By the exchange's clock: the nights after it. */
  since: TimestampMs;
  /** Of a buy, in ten-thousandths of a percent a year; below zero: it receives. */
  long_rate: number;
  short_rate: number;
}
