import { expect } from 'vitest';
import type { Entry } from './ground.ts';

export const favouriteEntries = {
  getFavourites: {
    request: async ({ enter, eurusd, send }) => {
      const token = await enter();
      await send('setFavourites', { ids: eurusd }, token);
      return { token, fields: {} };
    },
    check: ({ data }) => expect(data.ids).toEqual([expect.any(Number)]),
  },
  setFavourites: {
    request: async ({ enter, eurusd }) => ({ fields: { ids: eurusd }, token: await enter() }),
    check: ({ data }) => expect(data.ids).toEqual([expect.any(Number)]),
  },
} satisfies Record<string, Entry>;
