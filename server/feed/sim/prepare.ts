import { createCandles } from '../../../shared/domain/candle.ts';
import { bucketStart } from '../../../shared/domain/period.ts';
import { pointsPerUnit } from '../../../shared/domain/price.ts';
import type { CatalogueEntry } from '../../catalogue/catalogue-entry.ts';
import { seededRandom } from '../../seeded-random.ts';
import type { Board } from '../board.ts';
import type { CandleStore, Chunk } from '../candle-store.ts';
import { packChunks } from '../packing.ts';
import { recallCandles, settle } from '../recall.ts';
import { foldHours, HOUR_S, MINUTE_S } from '../series.ts';
import { assetValue, fill, type Member, minutesBegin, type Values } from './fill.ts';
import { createValue } from './value.ts';

/** Blocks saved at a time. */
const BATCH = 1_024;

/** State of the simulated market when it goes live. */
export interface Standing {
  readonly values: Values;
  /** Log distance of each instrument's last price from its assets' values. */
  readonly residuals: Float64Array;
  /** Epoch ms at which each instrument goes live: the current minute, or now if that minute has candles already. */
  readonly liveFromMs: Float64Array;
}

/**
 * Sets all candles and last prices: from the store, and generated for the time since it was last saved, or for the whole
 * history at a first start. Instruments that are new to the store get a history of their own.
 */
export async function prepare(
  board: Board,
  store: CandleStore,
  seed: string,
  nowMs: number,
): Promise<Standing> {
  const nowS = Math.floor(nowMs / 1000);
  const currentS = bucketStart(nowS, MINUTE_S);
  const run = `${seed}/${currentS}`;
  const all: Member[] = [];
  for (const entry of board.entries) all.push(await recallMember(store, entry, currentS));
  const [known, fresh] = [
    all.filter((member) => member.fromS > 0),
    all.filter((member) => member.fromS === 0),
  ];
  const values = valuesOf(known, run);
  known.forEach((member) => {
    member.residual = residualOf(member, values, run);
  });
  const cutS = minutesBegin(nowS);
  if (known.some((member) => member.fromS < cutS)) await store.drop(MINUTE_S, cutS);
  for (const member of known) if (member.fromS < cutS) leaveMinutes(member);
  const fromS = new Map(all.map((member) => [member, member.fromS]));
  fill(known, values, run, nowS);
  const freshValues: Values = new Map();
  fill(fresh, freshValues, `${run}/fresh`, nowS);
  for (const [name, value] of freshValues) if (!values.has(name)) values.set(name, value);
  await save(store, all, fromS);
  const residuals = new Float64Array(all.length);
  const liveFromMs = new Float64Array(all.length);
  all.forEach((member, at) => {
    residuals[at] = residualOf(member, values, run);
    liveFromMs[at] = member.minutes.time[member.minutes.length - 1] === currentS ? nowMs : currentS * 1000;
    settle(board, at, member, nowMs);
  });
  return { values, residuals, liveFromMs };
}

async function recallMember(store: CandleStore, entry: CatalogueEntry, currentS: number): Promise<Member> {
  const { minutes, hours } = await recallCandles(store, entry.code, currentS);
  const last = minutes.time[minutes.length - 1];
  return { entry, fromS: last === undefined ? 0 : last + MINUTE_S, minutes, hours, residual: 0 };
}

/** Values of the assets by the stored prices against the dollar. */
function valuesOf(known: readonly Member[], seed: string): Values {
  const values: Values = new Map();
  for (const { entry, fromS, minutes } of known) {
    const close = (minutes.close[minutes.length - 1] ?? 0) / pointsPerUnit(entry.precision);
    const direct = entry.quote === undefined;
    const asset = direct ? entry.base : entry.base.name === 'USD' ? entry.quote : undefined;
    if (!asset || close <= 0) continue;
    const random = seededRandom(`${seed}/${asset.name}`);
    values.set(asset.name, createValue(asset, random, fromS * 1000, direct ? close : 1 / close));
  }
  return values;
}

function residualOf(member: Member, values: Values, seed: string): number {
  const { entry, minutes, fromS } = member;
  const close = (minutes.close[minutes.length - 1] ?? 0) / pointsPerUnit(entry.precision);
  if (close <= 0) return 0;
  const log = (asset: CatalogueEntry['base']) => assetValue(values, asset, seed, fromS * 1000).log;
  return Math.log(close) - log(entry.base) + (entry.quote ? log(entry.quote) : 0);
}

/** After a long downtime the minutes start empty; the earlier ones are folded into hours. */
function leaveMinutes(member: Member): void {
  const lastHour = member.hours.time[member.hours.length - 1];
  const nextHour = bucketStart(member.fromS + HOUR_S - 1, HOUR_S);
  foldHours(member.minutes, member.hours, lastHour === undefined ? 0 : lastHour + HOUR_S, nextHour);
  member.minutes = createCandles(16);
}

async function save(
  store: CandleStore,
  members: readonly Member[],
  fromS: ReadonlyMap<Member, number>,
): Promise<void> {
  let chunks: Chunk[] = [];
  for (const member of members) {
    const { entry, hours, minutes } = member;
    const from = fromS.get(member) ?? 0;
    // Hours first: an instrument counts as known by its minutes.
    chunks.push(...packChunks(entry.code, HOUR_S, hours, Math.max(from - HOUR_S, 0)));
    if ((minutes.time[minutes.length - 1] ?? 0) >= from)
      chunks.push(...packChunks(entry.code, MINUTE_S, minutes, from));
    if (chunks.length < BATCH) continue;
    await store.save(chunks);
    chunks = [];
  }
  if (chunks.length > 0) await store.save(chunks);
}
