import { CODE } from '../../shared/contract/codes.ts';
import { priceToWire } from '../../shared/domain/price.ts';
import type { Quote } from '../../shared/domain/quote.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { VALID_MS } from '../../shared/limits.ts';
import { type Refusal, refusal } from '../../shared/result.ts';
import type { Seen } from './command.ts';

/** Whether a command is decided after its validity: the user no longer expects it to be carried out. */
export const isLate = ({ seenAt, validMs = VALID_MS }: Seen, now: TimestampMs): boolean =>
  seenAt !== undefined && now > seenAt + validMs;

/** Whether the price is further from the one the user saw than they allowed, in either direction. */
export const hasMoved = ({ seenPrice, deviationPoints }: Seen, quote: Quote): boolean =>
  seenPrice !== undefined &&
  deviationPoints !== undefined &&
  Math.abs(quote.close - seenPrice) > deviationPoints;

/** 4107 with the price now, if there is one. */
export const priceMoved = (quote: Quote | undefined, precision: number): Refusal =>
  refusal(CODE.priceMoved, '', quote && { price: priceToWire(quote.close, precision) });
