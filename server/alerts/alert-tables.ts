import type { Generated } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';

export interface AlertsSchema {
  alerts: AlertTable;
}

interface AlertTable {
  id: Generated<number>;
  account_id: AccountId;
  instrument_id: InstrumentId;
  /** Decimals of the price: the instrument may not be listed any more. */
  precision: number;
  /** Null of an alert on the move of the day. */
  price: Price | null;
  /** Hundredths of a percent; null of an alert on the price. */
  percent: number | null;
  side: 'above' | 'below';
  repeats: number;
  is_on: number;
  /** 0 after it has fired, until the price has gone back across. */
  is_armed: number;
  created_at: TimestampMs;
  /** The last time; null if it never has. */
  fired_at: TimestampMs | null;
}
