import type { Selectable } from 'kysely';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { sealRow } from '../chain/row-seals.ts';
import type { Db, Schema } from '../store/schema.ts';
import { HOURS_CHOICES, type ListingChange } from './listing-change.ts';

export function listingRepository(db: Db) {
  return {
    /** All changes that operators made. */
    changes: async (): Promise<readonly ListingChange[]> =>
      (await db.selectFrom('listing_changes').selectAll().execute()).map(toChange),
    async find(code: string): Promise<ListingChange | undefined> {
      const rows = db.selectFrom('listing_changes').selectAll().where('code', '=', code);
      const row = await rows.executeTakeFirst();
      return row && toChange(row);
    },
    /** The number of open positions and of pending orders in an instrument. */
    async working(code: string): Promise<{ readonly open: number; readonly pending: number }> {
      const rows = await db
        .selectFrom('orders')
        .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
        .where('status', 'in', ['pending', 'open'])
        .where('code', '=', code)
        .groupBy('status')
        .execute();
      const of = (status: 'open' | 'pending') =>
        Number(rows.find((row) => row.status === status)?.count ?? 0);
      return { open: of('open'), pending: of('pending') };
    },
    /** Replaces the earlier changes of the instrument. */
    async save(change: ListingChange, now: TimestampMs): Promise<void> {
      const terms = {
        multiples: change.multiples?.join(',') ?? null,
        fee_per_lot: change.feeRates['per-lot'] ?? null,
        fee_of_margin: change.feeRates['of-margin'] ?? null,
        hours: change.hours ?? null,
        min_volume: change.minVolume ?? null,
        is_unlisted: change.isListed ? 0 : 1,
        changed_at: now,
      };
      await db
        .insertInto('listing_changes')
        .values({ code: change.code, ...terms })
        .onConflict((conflict) => conflict.column('code').doUpdateSet(terms))
        .execute();
      await sealRow(db, 'listing_changes', change.code);
    },
  };
}

type Row = Selectable<Schema['listing_changes']>;

/** @throws when the row names hours that this program does not know: the database was changed by somebody else */
function toChange(row: Row): ListingChange {
  const hours = HOURS_CHOICES.find((choice) => choice === row.hours);
  if (row.hours !== null && hours === undefined)
    throw new Error(`${row.code} is stored with the trading hours ${row.hours}`);
  return {
    code: row.code,
    ...(row.multiples === null ? {} : { multiples: numbersOf(row.multiples) }),
    feeRates: {
      ...(row.fee_per_lot === null ? {} : { 'per-lot': row.fee_per_lot }),
      ...(row.fee_of_margin === null ? {} : { 'of-margin': row.fee_of_margin }),
    },
    ...(hours === undefined ? {} : { hours }),
    ...(row.min_volume === null ? {} : { minVolume: row.min_volume }),
    isListed: row.is_unlisted === 0,
  };
}

const numbersOf = (text: string): readonly number[] => (text === '' ? [] : text.split(',').map(Number));
