import { expect } from 'vitest';
import type { Entry } from './ground.ts';

export const portfolioEntries = {
  getPortfolio: {
    request: async ({ enter }) => ({ token: await enter(), fields: { days: '7', zone: 'Europe/Berlin' } }),
    check: ({ data }) => expect(data.list).toMatchObject([{ balance: 100_000, transfers: 100_000 }]),
  },
} satisfies Record<string, Entry>;
