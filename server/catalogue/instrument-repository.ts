import type { TimestampMs } from '../../shared/domain/time.ts';
import { volumeFromWire, volumeToWire } from '../../shared/domain/volume.ts';
import { sealRow } from '../chain/row-seals.ts';
import { beginSeed } from '../store/numbers.ts';
import { type RecordOf, recordOf, rowOf } from '../store/record.ts';
import type { Db, Schema } from '../store/schema.ts';
import type { Store } from '../store/store.ts';
import { catalogue, entryFor, isPlain } from './catalogue.ts';
import { CATEGORY, type CatalogueEntry, type CategoryName } from './catalogue-entry.ts';
import { type HoursName, TRADING_HOURS } from './trading-hours.ts';

/** An instrument as it is stored. */
export type InstrumentRecord = RecordOf<Schema['instruments']>;

export const instrumentRepository = (db: Db) => ({
  /** In the order of lists. */
  async all(): Promise<readonly InstrumentRecord[]> {
    const rows = await db.selectFrom('instruments').selectAll().orderBy('place').orderBy('code').execute();
    return rows.map(recordOf);
  },
  async find(code: string): Promise<InstrumentRecord | undefined> {
    const row = await db.selectFrom('instruments').selectAll().where('code', '=', code).executeTakeFirst();
    return row && recordOf(row);
  },
  /** In place of what is stored of it. */
  async save(record: InstrumentRecord): Promise<void> {
    const { code, id, ...terms } = rowOf(record);
    await db
      .insertInto('instruments')
      .values({ code, id, ...terms })
      .onConflict((conflict) => conflict.column('code').doUpdateSet(terms))
      .execute();
    await sealRow(db, 'instruments', code);
  },
  /** Keeps the terms of orders that were placed until now. */
  async keepFormer(entry: CatalogueEntry, until: TimestampMs): Promise<void> {
    const { code, precision, contractSize, marginMode, quoteCurrency, settleCode } = entry;
    const former = { code, until, precision, contractSize, marginMode, quoteCurrency, settleCode };
    await db.insertInto('former_terms').values(rowOf(former)).execute();
  },
});

/** The instruments of a database; its first start gives it those of the catalogue. */
export async function storedInstruments(
  { read, write }: Pick<Store, 'read' | 'write'>,
  now: TimestampMs,
): Promise<readonly InstrumentRecord[]> {
  const seeded = await read.selectFrom('seeds').where('name', '=', SEED).select('name').executeTakeFirst();
  if (seeded === undefined)
    await write(async (transaction) => {
      if (!(await beginSeed(transaction, SEED, now))) return;
      const rows = catalogue.map((entry, at) => rowOf(recordFrom(entry, (at + 1) * PLACE_STEP)));
      await transaction.insertInto('instruments').values(rows).execute();
      await sealRow(transaction, 'instruments', ...catalogue.map(({ code }) => code));
    });
  return instrumentRepository(read).all();
}

const SEED = 'instruments';
export const PLACE_STEP = 100;

/** What is stored of an entry. */
export function recordFrom(entry: CatalogueEntry, place: number): InstrumentRecord {
  const { code, id, showCode, precision, contractSize, marginMode, quoteCurrency, hours } = entry;
  return {
    code,
    id,
    showCode,
    names: entry.names && JSON.stringify(entry.names),
    category: CATEGORY_NAMES.find((name) => CATEGORY[name] === entry.categoryId) ?? 'other',
    precision,
    nextPrecision: undefined,
    lotStep: volumeFromWire(entry.lotStep),
    minVolume: volumeFromWire(entry.minLots),
    contractSize,
    feePerLot: Math.round(entry.feePerLot * MILLION),
    marginMode,
    multiples: entry.multiples.join(','),
    quoteCurrency,
    hours,
    logo: entry.logo,
    place,
    isRetired: 0,
    staleMs: undefined,
    boundMillionths: undefined,
    changedAt: undefined,
  };
}

const MILLION = 1_000_000;

export const CATEGORY_NAMES = Object.keys(CATEGORY) as readonly CategoryName[];

/**
 * An entry for each record, in their order. How the simulation moves it is the catalogue's; what that does not have moves plainly.
 * @throws when a record names a class, hours or a margin mode that this program does not know: the database was changed by somebody else
 */
export function entriesOf(records: readonly InstrumentRecord[]): readonly CatalogueEntry[] {
  const codes = new Set(records.map(({ code }) => code));
  return records.map((record) => entryOf(record, codes));
}

export function entryOf(record: InstrumentRecord, codes: ReadonlySet<string>): CatalogueEntry {
  const { code, id, showCode, precision, contractSize, quoteCurrency, marginMode, logo } = record;
  const category = CATEGORY_NAMES.find((name) => name === record.category);
  if (category === undefined || !isHoursName(record.hours) || !isMarginMode(marginMode))
    throw new Error(`${code} is stored with the terms ${record.category}, ${record.hours}, ${marginMode}`);
  const known = entryFor({ code, decimals: 0, currency: quoteCurrency }, codes);
  return {
    ...known,
    id,
    showCode,
    ...(record.names === undefined ? {} : { names: JSON.parse(record.names) }),
    categoryId: CATEGORY[category],
    precision,
    lotStep: volumeToWire(record.lotStep),
    minLots: volumeToWire(record.minVolume),
    contractSize,
    feePerLot: record.feePerLot / MILLION,
    marginMode,
    multiples: record.multiples.split(',').map(Number),
    hours: record.hours,
    ...(logo === undefined ? {} : { logo }),
    base: isPlain(code) ? { ...known.base, hours: record.hours } : known.base,
  };
}

const isHoursName = (text: string): text is HoursName => Object.hasOwn(TRADING_HOURS, text);
export const MARGIN_MODES = ['by-price', 'fixed'] as const;
const isMarginMode = (text: string): text is CatalogueEntry['marginMode'] =>
  MARGIN_MODES.some((mode) => mode === text);
