import { createECDH } from 'node:crypto';
import { expect } from 'vitest';
import type { Entry } from './ground.ts';

/** As a browser makes one. */
const browser = (endpoint: string) => ({
  endpoint,
  'keys.p256dh': createECDH('prime256v1').generateKeys('base64url'),
  'keys.auth': 'c2l4dGVlbiBieXRlcyEhIQ',
});

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/one';

export const pushEntries = {
  getPushKey: {
    request: () => ({ fields: {} }),
    check: ({ data }) => expect(Buffer.from(data.key, 'base64url')).toHaveLength(65),
  },
  subscribePush: {
    request: async ({ enter }) => ({ fields: browser(ENDPOINT), token: await enter() }),
    check: ({ data }) => expect(data).toBeNull(),
  },
  unsubscribePush: {
    request: async ({ enter }) => ({ fields: { endpoint: ENDPOINT }, token: await enter() }),
    check: ({ data }) => expect(data).toBeNull(),
  },
  getPushSettings: {
    request: async ({ enter }) => ({ fields: {}, token: await enter() }),
    check: ({ data }) => expect(data).toEqual({ price_alerts: 1, fills: 1, stop_outs: 1, margin_calls: 1 }),
  },
  setPushSettings: {
    request: async ({ enter }) => ({ fields: { fills: '0' }, token: await enter() }),
    check: ({ data }) => expect(data).toEqual({ price_alerts: 1, fills: 0, stop_outs: 1, margin_calls: 1 }),
  },
} satisfies Record<string, Entry>;
