import type { Generated } from 'kysely';
import type { AccountId } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Price } from '../../shared/domain/price.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';

declare module '../store/schema.ts' {
  interface Schema {
    alerts: AlertTable;
    alert_firings: AlertFiringTable;
  }
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
  /** The newest prices by which it became what it is; null: not known. Who loads it judges it by later ticks. */
  prices_at: TimestampMs | null;
  /** The last time; null if it never has. */
  fired_at: TimestampMs | null;
}

/** Each time that an alert has fired; the latest of an account alone are kept. Its terms as they were then. */
interface AlertFiringTable {
  id: Generated<number>;
  account_id: AccountId;
  instrument_id: InstrumentId;
  precision: number;
  price: Price | null;
  percent: number | null;
  side: 'above' | 'below';
  /** The price of the tick. */
  reached: Price;
  fired_at: TimestampMs;
}
