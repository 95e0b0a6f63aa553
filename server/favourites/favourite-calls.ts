import type { favouriteRoutes } from '../../shared/contract/favourites.ts';
import { instrumentId } from '../../shared/domain/instrument.ts';
import { ok } from '../../shared/result.ts';
import type { Calls } from '../call.ts';
import type { Favourites } from './favourites.ts';

interface FavouriteCallDeps {
  readonly favourites: Favourites;
}

export const favouriteCalls = ({ favourites }: FavouriteCallDeps): Calls<keyof typeof favouriteRoutes> => ({
  getFavourites: async (_, { session }) => ok({ ids: await favourites.of(session.accountId) }),
  setFavourites: async ({ ids = [] }, { session }) =>
    ok({ ids: await favourites.put(session.accountId, ids.map(instrumentId)) }),
});
