import { expect } from 'vitest';
import type { Entry } from './ground.ts';

export const favouriteEntries = {
  getFavourites: {
    request: async ({ rim, eurusd, send }) => {
      const token = await rim.enter();
      await send('setFavourites', { ids: eurusd }, token);
      return { token, fields: {} };
    },
    check: ({ data }) => expect(data.ids).toEqual([expect.any(Number)]),
  },
  setFavourites: {
    request: async ({ rim, eurusd }) => ({ fields: { ids: eurusd }, token: await rim.enter() }),
    check: ({ data }) => expect(data.ids).toEqual([expect.any(Number)]),
  },
} satisfies Record<string, Entry>;
