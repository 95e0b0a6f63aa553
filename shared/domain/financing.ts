import type { Instrument } from './instrument.ts';
import { type Money, money, productRatio } from './money.ts';
import type { Position, Side } from './order.ts';
import { type Price, pointsPerUnit } from './price.ts';
import type { Rate } from './rate.ts';
import { type TimestampMs, timestampMs } from './time.ts';
import { LOT_SCALE } from './volume.ts';
import { type ZoneDays, zoneDays } from './zone-days.ts';

/*
 * What holding a position costs: when a night is booked, for how many nights it counts, and its amount. The exchange books by
 * these functions, and the app shows by them what the next night will be.
 */

/** A time of the day in a zone. */
export interface NightTime {
  /** Minutes after midnight. */
  readonly minutes: number;
  readonly zone: ZoneDays;
}

/** Reads `17:00 America/New_York`; undefined for other text. */
export function parseNightTime(text: string): NightTime | undefined {
  const [, hours, minutes, name = ''] = /^([01]\d|2[0-3]):([0-5]\d) (\S+)$/.exec(text) ?? [];
  const zone = zoneDays(name);
  return zone && { minutes: Number(hours) * 60 + Number(minutes), zone };
}

export interface Night {
  readonly at: TimestampMs;
  /** How many nights it counts for: 1; 3 on the day of the week whose night covers the weekend. */
  readonly nights: number;
}

const DAY_MS = 86_400_000;
const [SUNDAY, THURSDAY, SATURDAY] = [0, 4, 6];

/**
 * The first night after a moment. A time that the clocks skip is moved later by what they skip; of one that comes twice the first
 * counts.
 * @param after epoch ms
 */
export function nextNight(
  { tripleDay }: Pick<Instrument, 'tripleDay'>,
  after: number,
  { minutes, zone }: NightTime,
): Night {
  const today = Math.floor((after + zone.offset(after)) / DAY_MS);
  // The clocks may have skipped a time shortly before midnight on the day before.
  for (let day = today - 1; ; day++) {
    const at = zone.startOf(day * DAY_MS + minutes * 60_000);
    // The first day of 1970 was a Thursday.
    const weekday = (day + THURSDAY) % 7;
    const isNight = tripleDay === undefined || (weekday !== SUNDAY && weekday !== SATURDAY);
    if (at > after && isNight) return { at: timestampMs(at), nights: weekday === tripleDay ? 3 : 1 };
  }
}

/**
 * The last moment of a night's date, both in epoch ms. A night that the clocks move past midnight belongs to the date before; then
 * the night itself is the end.
 */
export function dateEndOf(night: number, { minutes, zone }: NightTime): number {
  const today = Math.floor((night + zone.offset(night)) / DAY_MS);
  const isMoved = zone.startOf((today - 1) * DAY_MS + minutes * 60_000) === night;
  return isMoved ? night : zone.startOfDay(night, 1) - 1;
}

/** What each side pays for a night. */
export type Rates = Required<Pick<Instrument, 'longRate' | 'shortRate'>>;

/** What a side pays, in ten-thousandths of a percent a year; below zero: receives. */
export const nightRate = (side: Side, { longRate = 0, shortRate = 0 }: Partial<Rates>): number =>
  side === 'buy' ? longRate : shortRate;

/** Decimals of a percent a year. */
export const RATE_DECIMALS = 4;
const RATE_SCALE = 10 ** RATE_DECIMALS;

/** Percent a year. */
export const rateToWire = (rate: number): number => rate / RATE_SCALE;
export const rateFromWire = (percent: number): number => Math.round(percent * RATE_SCALE);

const DAYS_A_YEAR = 360;

/** The terms by which a night of an instrument is booked. */
export interface NightTerms
  extends Pick<Instrument, 'contractSize' | 'precision'>,
    Partial<Rates>,
    Pick<Night, 'nights'> {
  readonly close: Price;
  /** USD value of one unit of the quote currency. */
  readonly rate: Rate;
}

/**
 * What a night costs a position; below zero: brings. lots x units per lot x close x rate x percent / 100 / 360 x nights,
 * rounded once at six places, half away from zero.
 * @throws RangeError beyond the range of money
 */
export const nightCost = ({ side, volume }: Pick<Position, 'side' | 'volume'>, terms: NightTerms): Money =>
  money(
    productRatio(
      [
        volume,
        terms.contractSize,
        terms.close,
        terms.rate.num,
        nightRate(side, terms),
        terms.nights,
        1_000_000,
      ],
      [LOT_SCALE, pointsPerUnit(terms.precision), terms.rate.den, RATE_SCALE, 100, DAYS_A_YEAR],
    ),
  );
