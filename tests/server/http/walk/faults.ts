import { expect } from 'vitest';
import type { Entry } from './ground.ts';

/** Strikes sockets alone, and there are none here. */
const harmless = { kind: 'swap', share: '1', count: '5', seconds: '60', seed: '7' };
const swap = {
  kind: 'swap',
  on: 'socket',
  share: 1,
  ms: 0,
  skip: 0,
  seed: 7,
  struck: 0,
  count_left: 5,
  ends_at: expect.stringMatching(/Z$/),
};

export const faultEntries = {
  setFault: { request: () => ({ fields: harmless }), check: ({ data }) => expect(data.list).toEqual([swap]) },
  getFaults: {
    request: async ({ send }) => {
      await send('setFault', harmless, undefined);
      return { fields: {} };
    },
    check: ({ data }) => expect(data.list).toEqual([swap]),
  },
  clearFaults: {
    request: () => ({ fields: { kind: 'swap' } }),
    check: ({ data }) => expect(data.list).toEqual([]),
  },
} satisfies Record<string, Entry>;
