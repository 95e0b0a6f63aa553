import type { Selectable } from 'kysely';
import { isMode } from '../../shared/domain/allowed.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import { sealRow } from '../chain/row-seals.ts';
import type { Db, Schema } from '../store/schema.ts';
import { HOURS_CHOICES, type ListingChange, unchanged } from './listing-change.ts';

export function listingRepository(db: Db) {
  return {
    /** All changes that operators made. */
    async changes(): Promise<readonly ListingChange[]> {
      const rows = await db.selectFrom('listing_changes').selectAll().execute();
      const modes = await db.selectFrom('instrument_modes').selectAll().execute();
      const spreads = await db.selectFrom('instrument_spreads').selectAll().execute();
      const codes = new Set([...rows, ...modes, ...spreads].map(({ code }) => code));
      return Array.from(codes, (code) =>
        toChange(
          code,
          rows.find((row) => row.code === code),
          modes.find((row) => row.code === code),
          spreads.find((row) => row.code === code),
        ),
      );
    },
    async find(code: string): Promise<ListingChange | undefined> {
      const row = await db
        .selectFrom('listing_changes')
        .selectAll()
        .where('code', '=', code)
        .executeTakeFirst();
      const mode = await db
        .selectFrom('instrument_modes')
        .selectAll()
        .where('code', '=', code)
        .executeTakeFirst();
      const spread = await db
        .selectFrom('instrument_spreads')
        .selectAll()
        .where('code', '=', code)
        .executeTakeFirst();
      return row || mode || spread ? toChange(code, row, mode, spread) : undefined;
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
      if (change.modeSince !== undefined) {
        const mode = { mode: change.mode, since: change.modeSince };
        await db
          .insertInto('instrument_modes')
          .values({ code: change.code, ...mode })
          .onConflict((conflict) => conflict.column('code').doUpdateSet(mode))
          .execute();
        await sealRow(db, 'instrument_modes', change.code);
      }
      if (change.spread !== undefined || change.maxSpread !== undefined) await saveSpread(db, change);
    },
  };
}

async function saveSpread(db: Db, { code, spread = 0, nextSpread, maxSpread }: ListingChange): Promise<void> {
  const spreads = {
    spread,
    next_spread: nextSpread?.points ?? null,
    next_from: nextSpread?.from ?? null,
    max_spread: maxSpread ?? null,
  };
  await db
    .insertInto('instrument_spreads')
    .values({ code, ...spreads })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(spreads))
    .execute();
  await sealRow(db, 'instrument_spreads', code);
}

type Row<T extends keyof Schema> = Selectable<Schema[T]>;

/** @throws when a row names hours or a mode that this program does not know: the database was changed by somebody else */
function toChange(
  code: string,
  row: Row<'listing_changes'> | undefined,
  { mode = 'open', since }: Partial<Row<'instrument_modes'>> = {},
  spreads?: Row<'instrument_spreads'>,
): ListingChange {
  if (!isMode(mode)) throw new Error(`${code} is stored with the mode ${mode}`);
  const moded = {
    mode,
    ...(since === undefined ? {} : { modeSince: since }),
    ...(spreads === undefined ? {} : spreadsOf(spreads)),
  };
  return row === undefined ? { ...unchanged(code), ...moded } : { ...termsOf(row), ...moded };
}

function termsOf(row: Row<'listing_changes'>): Omit<ListingChange, 'mode' | 'modeSince'> {
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

const spreadsOf = ({
  spread,
  next_spread: points,
  next_from: from,
  max_spread,
}: Row<'instrument_spreads'>) => ({
  spread,
  nextSpread: points === null || from === null ? undefined : { points, from },
  maxSpread: max_spread ?? undefined,
});

const numbersOf = (text: string): readonly number[] => (text === '' ? [] : text.split(',').map(Number));
