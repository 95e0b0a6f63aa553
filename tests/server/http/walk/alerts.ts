import { expect } from 'vitest';
import type { Entry, Ground } from './ground.ts';

/** The tape moves around 1.1. */
const FAR = '1.5';

/** A user of its own: the number of alerts is limited. */
async function withAlert({ enter, eurusd, send }: Ground) {
  const token = await enter();
  const { data } = await send('addAlert', { forex_id: eurusd, price: FAR }, token);
  return { token, id: String(data.list[0].id) };
}

const ABSENT = { id: '999999999' };

export const alertEntries = {
  getAlerts: {
    request: async (ground) => ({ fields: {}, token: (await withAlert(ground)).token }),
    check: ({ data }) => expect(data.list).toMatchObject([{ price: 1.5, percent: 0, side: 'above', on: 1 }]),
  },
  getAlertFirings: {
    request: () => ({ fields: {} }),
    check: ({ data }) => expect(data.list).toEqual([]),
  },
  addAlert: {
    request: async ({ enter, eurusd }) => ({
      fields: { forex_id: eurusd, percent: '-2.5', repeat: '1' },
      token: await enter(),
    }),
    check: ({ data }) =>
      expect(data.list).toMatchObject([{ price: 0, percent: -2.5, side: 'below', repeat: 1, fired_at: '' }]),
  },
  setAlert: {
    request: async (ground) => {
      const { token, id } = await withAlert(ground);
      return { token, fields: { id, on: '0' } };
    },
    check: ({ data }) => expect(data.list).toMatchObject([{ on: 0 }]),
    owned: ABSENT,
  },
  deleteAlert: {
    request: async (ground) => {
      const { token, id } = await withAlert(ground);
      return { token, fields: { id } };
    },
    check: ({ data }) => expect(data.list).toEqual([]),
    owned: ABSENT,
  },
} satisfies Record<string, Entry>;
