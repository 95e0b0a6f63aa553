import type { favouriteRoutes } from '../../../../shared/contract/favourites.ts';
import { MAX_FAVOURITES } from '../../../../shared/limits.ts';
import type { CallWords } from './words.ts';

const ANSWER = { ids: "`Id` of the instruments, in the user's order" };

export const favouriteCalls: CallWords<keyof typeof favouriteRoutes> = {
  getFavourites: { summary: 'Starred instruments of the account', answer: ANSWER },
  setFavourites: {
    summary: 'Replaces the list of starred instruments',
    text: 'Ids that no instrument has are left out. The answer is the list as it was stored.',
    parameters: {
      ids: `the whole list in the user's order, at most ${MAX_FAVOURITES}; empty or absent: none`,
    },
    answer: ANSWER,
  },
};
