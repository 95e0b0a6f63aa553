import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../../helpers/authenticator.ts';
import type { Entry, Ground } from './ground.ts';

const done: Entry['check'] = ({ data }) => expect(data).toBeNull();
const hasCodes: Entry['check'] = ({ data }) => expect(data.recovery_codes).toHaveLength(10);

async function begun({ newcomer, send }: Ground) {
  const { token, password } = await newcomer();
  const { data } = await send('beginTotp', { password }, token);
  return { token, code: new TOTP({ secret: Secret.fromBase32(data.secret) }).generate() };
}

/** An account with TOTP, and the proof of a change. */
async function withTotp(ground: Ground) {
  const { token, code } = await begun(ground);
  const { data } = await ground.send('confirmTotp', { code }, token);
  return { token, proof: { factor_type: 'recovery', factor: data.recovery_codes[0] } };
}

async function asked({ newcomer, send }: Ground, authenticator: Authenticator) {
  const { token, password } = await newcomer();
  const { data } = await send('beginPasskey', { password }, token);
  return { token, fields: { credential: authenticator.create(data.options), name: 'Phone' } };
}

export const factorEntries = {
  getFactors: {
    request: ({ real }) => ({ fields: {}, token: real.token }),
    check: ({ data }) => expect(data).toEqual({ totp: 0, passkeys: [], recovery_left: 0, can_passkey: 1 }),
  },
  beginTotp: {
    request: async ({ newcomer }) => {
      const { token, password } = await newcomer();
      return { token, fields: { password } };
    },
    check: ({ data }) => expect(data.url).toContain(`secret=${data.secret}`),
  },
  confirmTotp: {
    request: async (ground) => {
      const { token, code } = await begun(ground);
      return { token, fields: { code } };
    },
    check: hasCodes,
  },
  removeTotp: {
    request: async (ground) => {
      const { token, proof } = await withTotp(ground);
      return { token, fields: proof };
    },
    check: done,
  },
  beginPasskey: {
    request: async ({ newcomer }) => {
      const { token, password } = await newcomer();
      return { token, fields: { password } };
    },
    check: ({ data }) => expect(JSON.parse(data.options).rp.id).toBe('localhost'),
  },
  addPasskey: { request: (ground) => asked(ground, createAuthenticator()), check: hasCodes },
  removePasskey: {
    request: async (ground) => {
      const authenticator = createAuthenticator();
      const { token, fields } = await asked(ground, authenticator);
      const { data } = await ground.send('addPasskey', fields, token);
      const proof = { factor_type: 'recovery', factor: data.recovery_codes[0] };
      return { token, fields: { id: authenticator.id, ...proof } };
    },
    check: done,
    owned: { id: 'A'.repeat(43) },
  },
  renewRecoveryCodes: {
    request: async (ground) => {
      const { token, proof } = await withTotp(ground);
      return { token, fields: proof };
    },
    check: hasCodes,
  },
} satisfies Record<string, Entry>;
