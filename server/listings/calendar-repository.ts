import { sealRow } from '../chain/row-seals.ts';
import type { Db } from '../store/schema.ts';
import { type CalendarDay, MARKETS } from './calendar.ts';

/** A removed day keeps its row, so that a lost row shows. */
export const calendarRepository = (db: Db) => ({
  /** By market and date. */
  async days(): Promise<readonly CalendarDay[]> {
    const rows = await db
      .selectFrom('market_days')
      .selectAll()
      .where('is_removed', '=', 0)
      .orderBy('market')
      .orderBy('date')
      .execute();
    return rows.flatMap(({ market, date, closes_at }) => {
      const known = MARKETS.find((name) => name === market);
      if (known === undefined) throw new Error(`the calendar has a market ${market}`);
      return [{ market: known, date, closesAt: closes_at ?? undefined }];
    });
  },
  async set({ market, date, closesAt }: CalendarDay, isRemoved: boolean): Promise<void> {
    const name = `${market} ${date}`;
    const row = { market, date, closes_at: closesAt ?? null, is_removed: isRemoved ? 1 : 0 };
    await db
      .insertInto('market_days')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute();
    await sealRow(db, 'market_days', name);
  },
});
