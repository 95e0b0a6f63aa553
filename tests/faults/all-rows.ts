import type { Row } from './row.ts';
import { ABUSE_ROWS } from './rows/abuse.ts';
import { CANDLE_ROWS } from './rows/candles.ts';
import { CONNECTION_ROWS } from './rows/connection.ts';
import { MONEY_ROWS } from './rows/money.ts';
import { ORDER_ROWS } from './rows/orders.ts';
import { PHONE_ROWS } from './rows/phone.ts';
import { PRICE_ROWS } from './rows/prices.ts';
import { RECORDING_ROWS } from './rows/recordings.ts';
import { STORE_ROWS } from './rows/store.ts';

/** F before G before P, by number. */
const numberOf = ({ id }: Row): number =>
  'FGP'.indexOf(id.charAt(0)) * 1_000 + Number(/\d+/.exec(id)?.[0] ?? 0);

/** Every row, by its number. */
export const ALL_ROWS: readonly Row[] = [
  ...CONNECTION_ROWS,
  ...PHONE_ROWS,
  ...ORDER_ROWS,
  ...MONEY_ROWS,
  ...STORE_ROWS,
  ...CANDLE_ROWS,
  ...PRICE_ROWS,
  ...RECORDING_ROWS,
  ...ABUSE_ROWS,
].toSorted((a, b) => numberOf(a) - numberOf(b));
