import type { AccountId } from '../../shared/domain/account.ts';
import { type InstrumentId, instrumentId } from '../../shared/domain/instrument.ts';
import type { Market } from '../feed/market.ts';
import type { Store } from '../store/store.ts';

/** The instruments that an account has starred, in its own order. */
export interface Favourites {
  of(account: AccountId): Promise<readonly InstrumentId[]>;
  /**
   * Replaces the list. Ids that no instrument has are left out, not refused: a phone may have starred one that was removed
   * since, and would then never get its list through. Returns what was stored.
   */
  put(account: AccountId, ids: readonly InstrumentId[]): Promise<readonly InstrumentId[]>;
}

interface FavouritesDeps {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly market: Pick<Market, 'instrument'>;
}

export const createFavourites = ({ store, market }: FavouritesDeps): Favourites => ({
  async of(account) {
    const row = await store.read
      .selectFrom('favourites')
      .select('ids')
      .where('account_id', '=', account)
      .executeTakeFirst();
    return row === undefined || row.ids === ''
      ? []
      : row.ids.split(',').map((id) => instrumentId(Number(id)));
  },
  async put(account, wanted) {
    const known = wanted.filter((id) => market.instrument(id) !== undefined);
    const ids = known.join(',');
    await store.write((transaction) =>
      transaction
        .insertInto('favourites')
        .values({ account_id: account, ids })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ ids }))
        .execute(),
    );
    return known;
  },
});
