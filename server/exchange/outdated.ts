import { CODE } from '../../shared/contract/codes.ts';
import { type Price, priceToWire } from '../../shared/domain/price.ts';
import type { TwoPrices } from '../../shared/domain/quote.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { VALID_MS } from '../../shared/limits.ts';
import { type Refusal, refusal } from '../../shared/result.ts';
import type { Command, Seen, Validity } from './command.ts';

const endOf = ({ seenAt, validMs = VALID_MS }: Validity): number | undefined =>
  seenAt === undefined ? undefined : seenAt + validMs;

/** Whether a command is decided after its validity: the user no longer expects it to be carried out. */
export const isLate = (seen: Validity, now: TimestampMs): boolean => now > (endOf(seen) ?? now);

/** The end of the validity of an order, a close or a new price; undefined for commands without one. */
export function validUntil(command: Command): number | undefined {
  if (command.type === 'close' || command.type === 'amend') return endOf(command);
  return command.type === 'submit' ? endOf(command.order.kind) : undefined;
}

/**
 * The tap by the exchange's clock: nobody taps later than their command arrives. A client's clock that is ahead must not
 * make the command valid for longer.
 */
export const tappedBy = <S extends Pick<Seen, 'seenAt'>>(seen: S, arrivedAt: TimestampMs): S =>
  seen.seenAt === undefined || seen.seenAt <= arrivedAt ? seen : { ...seen, seenAt: arrivedAt };

/** Whether the price is further from the one the user saw than they allowed, in either direction. */
export const hasMoved = (
  { seenPrice, seenSide = 'bid', deviationPoints }: Seen,
  { close, ask }: TwoPrices,
): boolean =>
  seenPrice !== undefined &&
  deviationPoints !== undefined &&
  Math.abs((seenSide === 'ask' ? ask : close) - seenPrice) > deviationPoints;

/** 4107 with the price at which the command would be carried out now, if there is one. */
export const priceMoved = (now: Price | undefined, precision: number): Refusal =>
  refusal(CODE.priceMoved, '', now === undefined ? undefined : { price: priceToWire(now, precision) });
