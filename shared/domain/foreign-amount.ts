import type { Brand } from '../brand.ts';
import { type Money, money, mulDiv } from './money.ts';

/** An amount in a deposit's or a withdrawal's own currency, in millionths. */
export type ForeignAmount = Brand<number, 'ForeignAmount'>;
/** Units of one currency for one of another, or a share of an amount, in millionths. */
export type Ratio = Brand<number, 'Ratio'>;

const SCALE = 1_000_000;

/** @throws RangeError as `money` does */
export const foreignAmount = (millionths: number): ForeignAmount =>
  money(millionths) as number as ForeignAmount;
/** @throws RangeError as `money` does */
export const ratio = (millionths: number): Ratio => money(millionths) as number as Ratio;

/** To the decimal number of the wire. */
export const millionthsToWire = (value: ForeignAmount | Ratio): number => value / SCALE;

/** `amount x by`, rounded once, half away from zero, to the millionth. */
export const timesRatio = (amount: number, by: Ratio): number => mulDiv(amount, by, SCALE);

/** The value of an amount in the account's currency, at `usdPrice` for one unit. */
export const worthOf = (amount: ForeignAmount, usdPrice: Ratio): Money => money(timesRatio(amount, usdPrice));
