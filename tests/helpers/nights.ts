import { nextNight, parseNightTime } from '../../shared/domain/financing.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';

/** When nights are booked. */
export const FINANCING_TIME = '17:00 America/New_York';

/** Rates of 2.5 % for a buy and, to its favour, 0.75 % for a sell; the next night counts for `nights`. */
export function nightRates(
  nights: 1 | 3,
  now: number,
): Pick<Instrument, 'longRate' | 'shortRate' | 'tripleDay'> {
  const time = parseNightTime(FINANCING_TIME);
  const tripleDay = [1, 2, 3, 4, 5].find(
    (day) => time && nextNight({ tripleDay: day }, now, time).nights === nights,
  );
  return { longRate: 25_000, shortRate: -7_500, tripleDay };
}
