import type { AccountId } from '../../shared/domain/account.ts';

declare module '../store/schema.ts' {
  interface Schema {
    favourites: FavouriteTable;
  }
}

interface FavouriteTable {
  account_id: AccountId;
  /** In the user's order, joined by commas: the list is read and written as a whole. */
  ids: string;
}
