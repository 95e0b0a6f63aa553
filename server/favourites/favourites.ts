import type { AccountId } from '../../shared/domain/account.ts';
import type { InstrumentId } from '../../shared/domain/instrument.ts';
import type { Market } from '../feed/market.ts';
import type { Store } from '../store/store.ts';
import { favouriteRepository } from './favourite-repository.ts';

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
  of: (account) => favouriteRepository(store.read).ofAccount(account),
  async put(account, ids) {
    const known = ids.filter((id) => market.instrument(id) !== undefined);
    await store.write((transaction) => favouriteRepository(transaction).put(account, known));
    return known;
  },
});
