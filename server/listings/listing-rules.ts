import { CODE } from '../../shared/contract/codes.ts';
import type { Instrument } from '../../shared/domain/instrument.ts';
import type { FeeType } from '../../shared/domain/margin.ts';
import { LOT_SCALE, type Volume, volumeToWire } from '../../shared/domain/volume.ts';
import { MAX_ORDER_LOTS } from '../../shared/limits.ts';
import { type Refusal, refusal } from '../../shared/result.ts';
import type { ListingChange } from './listing-change.ts';

const MAX_MULTIPLE = 1_000;
const MAX_MULTIPLES = 12;
/** Millionths: 1,000 USD a lot, or the whole margin. */
const MAX_FEE_RATE: Readonly<Record<FeeType, number>> = {
  'per-lot': 1_000_000_000,
  'of-margin': 1_000_000,
};

const bad = (field: string, sentence: string): Refusal => refusal(CODE.badParameter, sentence, { field });
const conflict = (sentence: string): Refusal => refusal(CODE.conflict, sentence);

export const RECORDED = conflict('Prices are recorded: their files say which instruments there are.');
export const IN_PARTS = conflict(
  'Decimals are changed in an exchange of one process: stop all parts, run ROLE=all on their database, and start them again afterwards.',
);

export function wrongMultiples(multiples: readonly number[]): Refusal | undefined {
  if (multiples.length > MAX_MULTIPLES)
    return bad('multiples', `An instrument has at most ${MAX_MULTIPLES} multiples.`);
  if (!multiples.every((one) => Number.isInteger(one) && one >= 1 && one <= MAX_MULTIPLE))
    return bad('multiples', `Multiples are whole numbers from 1 to ${MAX_MULTIPLE}.`);
  if (new Set(multiples).size < multiples.length) return bad('multiples', 'A multiple is named twice.');
  return undefined;
}

export function wrongFee(rateMillionths: number, feeType: FeeType): Refusal | undefined {
  const fits =
    Number.isSafeInteger(rateMillionths) && rateMillionths >= 0 && rateMillionths <= MAX_FEE_RATE[feeType];
  if (fits) return undefined;
  return bad(
    'rate',
    feeType === 'per-lot'
      ? 'The fee is from 0 to 1000 USD a lot.'
      : 'The fee is a fraction of the margin, from 0 to 1.',
  );
}

export function wrongMinimum(minVolume: Volume, { lotStep }: Instrument): Refusal | undefined {
  const fits =
    Number.isSafeInteger(minVolume) && minVolume >= lotStep && minVolume <= MAX_ORDER_LOTS * LOT_SCALE;
  if (fits && minVolume % lotStep === 0) return undefined;
  const step = volumeToWire(lotStep);
  return bad('lots', `The minimum is a multiple of ${step} lots, from ${step} to ${MAX_ORDER_LOTS}.`);
}

const MAX_SPREAD = 1_000_000;

export const wrongSpread = (points: number): Refusal | undefined =>
  Number.isInteger(points) && points >= 0 && points <= MAX_SPREAD
    ? undefined
    : bad('points', `points are a whole number from 0 to ${MAX_SPREAD}, of the last decimal.`);

/** Somebody could open a position while it is taken off the list; in a cluster, other processes learn of a mode a moment later. */
export const stillOpens = ({ code, mode }: ListingChange): Refusal | undefined =>
  mode === 'open'
    ? conflict(`${code} can still be opened: make it close-only first (instruments mode ${code} close-only).`)
    : undefined;

/** The reason why nobody may open it: it leaves the list, or has other decimals soon. */
export function cannotOpen(code: string, isRetired: boolean, isWaiting: boolean): Refusal | undefined {
  if (isRetired) return conflict(`${code} is retired: list it again first (instruments list-again ${code}).`);
  return isWaiting ? conflict(`${code} waits for the next start: open it after that.`) : undefined;
}

/** The reason why an instrument cannot be taken off the list. */
export function stillNeeded(
  { code }: Instrument,
  working: { readonly open: number; readonly pending: number },
  listed: readonly Instrument[],
): Refusal | undefined {
  if (working.open > 0)
    return conflict(
      `${code} has ${counted(working.open, 'open position')}: wait until none is left, or close them (orders close).`,
    );
  if (working.pending > 0)
    return conflict(
      `${code} has ${counted(working.pending, 'waiting order')}: its owners must cancel first.`,
    );
  const converted = listed.filter(
    (other) => other.code !== code && other.settle.status !== 'none' && other.settle.code === code,
  );
  if (converted.length > 0)
    return conflict(`${code} converts the profits of ${converted.map((one) => one.code).join(', ')}.`);
  return undefined;
}

/** Refuses when the instrument that converts its profits is not listed. */
export function missingConversion(
  { code, settle }: Instrument,
  listed: readonly Instrument[],
): Refusal | undefined {
  if (settle.status === 'none' || settle.code === code) return undefined;
  if (listed.some((other) => other.code === settle.code)) return undefined;
  return conflict(`${code} needs ${settle.code}, which converts its profits: list that again first.`);
}

const counted = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`;
