import { expect } from 'vitest';
import type { Entry } from './ground.ts';

export const contentEntries = {
  getNews: {
    request: () => ({ fields: { category_id: '1', page: '1' } }),
    check: ({ data }) => expect(data.list.length).toBeGreaterThan(0),
  },
  getNewsItem: {
    request: async ({ send }) => {
      const { data } = await send('getNews', { category_id: '2', page: '1' }, undefined);
      return { fields: { id: String(data.list[0].id) } };
    },
    check: ({ data }) => {
      expect(data.content).toMatch(/^<p>/);
      expect(data.category_id).toBe(2);
    },
  },
  getChat: {
    request: async ({ send, demo }) => {
      await send('sendChat', { text: 'hello' }, demo);
      return { fields: {} };
    },
    check: ({ data }) => expect(data.list.at(-1)).toMatchObject({ from: 'user' }),
  },
  sendChat: {
    // Another user each time: one user may not write often.
    request: async ({ enter, upload, newCid }) => {
      const token = await enter();
      return { token, fields: { image: await upload(token), cid: newCid() } };
    },
    check: ({ data }) => expect(data).toMatchObject({ from: 'user', text: '' }),
    owned: { image: '/files/none' },
  },
} satisfies Record<string, Entry>;
