import type { Candles } from '../../../shared/domain/candle.ts';
import { bucketStart } from '../../../shared/domain/period.ts';
import { getOrCreate } from '../../../shared/get-or-create.ts';
import type { Asset } from '../../catalogue/assets.ts';
import { CATEGORY, type CatalogueEntry } from '../../catalogue/catalogue-entry.ts';
import { type HoursName, TRADING_HOURS } from '../../catalogue/trading-hours.ts';
import { seededRandom } from '../../seeded-random.ts';
import { foldHours, HOUR_S, MINUTE_S } from '../series.ts';
import { addCandlesAlong, openSlots, type Path, walk } from './backfill.ts';
import { createValue, type Value } from './value.ts';

/** An instrument's candles up to now; generation continues at `fromS` (0: from the beginning). */
export interface Member {
  readonly entry: CatalogueEntry;
  fromS: number;
  minutes: Candles;
  hours: Candles;
  residual: number;
}

export type Values = Map<string, Value>;

const DAY_S = 86_400;
/** More than ten trading days of minutes, and more than 300 of hours before them. */
const MINUTE_DAYS = 14;
const HOUR_DAYS = 430;
/** Synthetic instruments get a short history. */
const SYNTHETIC_MINUTES = 300;

/** Start of the minutes in a history generated at `nowS`. */
export const minutesBegin = (nowS: number): number => bucketStart(nowS - MINUTE_DAYS * DAY_S, DAY_S);

/** Generates missing candles up to the minute of `nowS`: old hours first, then minutes and the hours folded from them. */
export function fill(members: readonly Member[], values: Values, seed: string, nowS: number): void {
  const toS = bucketStart(nowS, MINUTE_S);
  const minutesFromS = minutesBegin(nowS);
  for (const member of members) {
    if (member.fromS === 0) member.fromS = beginning(member.entry, toS, minutesFromS);
  }
  const past = members.filter((member) => member.fromS < minutesFromS);
  stage(past, values, seed, HOUR_S, minutesFromS, (member) => member.hours);
  for (const member of past) member.fromS = minutesFromS;
  // In two groups: slots of a group start with its longest history.
  const synthetic = (member: Member) => member.entry.categoryId === CATEGORY.synthetic;
  for (const group of [members.filter((member) => !synthetic(member)), members.filter(synthetic)])
    stage(group, values, seed, MINUTE_S, toS, (member) => member.minutes);
  for (const { minutes, hours } of members) {
    const lastHour = hours.time[hours.length - 1];
    foldHours(minutes, hours, lastHour === undefined ? 0 : lastHour + HOUR_S, nowS);
  }
}

/** The asset's value; a new one starts at its reference, with random numbers of its own from `seed`. */
export function assetValue(
  values: Values,
  asset: Asset & { readonly name: string },
  seed: string,
  timeMs: number,
): Value {
  return getOrCreate(values, asset.name, () =>
    createValue(asset, seededRandom(`${seed}/${asset.name}`), timeMs),
  );
}

function beginning(entry: CatalogueEntry, toS: number, minutesFromS: number): number {
  return entry.categoryId === CATEGORY.synthetic
    ? toS - SYNTHETIC_MINUTES * MINUTE_S
    : minutesFromS - HOUR_DAYS * DAY_S;
}

function stage(
  members: readonly Member[],
  values: Values,
  seed: string,
  resolutionS: number,
  toS: number,
  target: (member: Member) => Candles,
): void {
  const firstS = new Map<HoursName, number>();
  for (const { entry, fromS } of members)
    firstS.set(
      entry.hours,
      Math.min(firstS.get(entry.hours) ?? toS, bucketStart(fromS + resolutionS - 1, resolutionS)),
    );
  const slotsOf = new Map<HoursName, Float64Array>();
  for (const [hours, fromS] of firstS)
    slotsOf.set(hours, openSlots(TRADING_HOURS[hours], resolutionS, fromS, toS));
  const paths = new Map<string, Path>();
  const pathOf = (asset: Asset & { readonly name: string }, slots: Float64Array): Path =>
    getOrCreate(paths, asset.name, () =>
      walk(assetValue(values, asset, seed, (slots[0] ?? toS) * 1000), slots, resolutionS),
    );
  for (const member of members) {
    const { entry, fromS, residual } = member;
    const slots = slotsOf.get(entry.hours);
    if (!slots || slots.length === 0) continue;
    const base = pathOf(entry.base, slots);
    const quote = entry.quote && pathOf(entry.quote, slots);
    const random = seededRandom(`${seed}/${entry.code}/${resolutionS}`);
    addCandlesAlong(target(member), { entry, slots, resolutionS, fromS, base, quote, random, residual });
  }
}
