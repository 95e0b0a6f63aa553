import { MAX_FAVOURITES } from '../limits.ts';
import * as param from './parameter.ts';
import { list, object, whole } from './schema.ts';

/** The instruments that an account has starred, in its own order. */

const PATH = '/api/user/favourite';
const ANSWER = object({ ids: list(whole(1)) });

export const favouriteRoutes = {
  getFavourites: { method: 'GET', path: PATH, session: true, answer: ANSWER },
  /** The whole list; empty, which reads as undefined: none is left. */
  setFavourites: {
    method: 'POST',
    path: PATH,
    session: true,
    request: { ids: { ...param.idList(MAX_FAVOURITES), blank: true } },
    answer: ANSWER,
  },
} as const;
