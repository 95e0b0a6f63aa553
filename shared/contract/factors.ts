import * as param from './parameter.ts';
import { PROOF } from './proof.ts';
import {
  type Domain,
  flag,
  type Infer,
  list,
  named,
  nothing,
  object,
  text,
  time,
  timeOrEmpty,
  whole,
} from './schema.ts';

/** The second factor of an account: passkeys, one-time passwords by time (TOTP), and recovery codes. */

export type Passkey = Domain<typeof Passkey>;
export type WirePasskey = Infer<typeof Passkey>;
export const Passkey = named(
  object({ id: text(), name: text(), created_at: time(), used_at: timeOrEmpty() }),
);

export type Factors = Domain<typeof Factors>;
/** `can_passkey` is 0 where the page's host cannot have passkeys, such as an IP address. */
export const Factors = named(
  object({ totp: flag(), passkeys: list(Passkey), recovery_left: whole(), can_passkey: flag() }),
);

const PASSWORD = param.text(1, 4_096);
const RECOVERY_CODES = object({ recovery_codes: list(text()) });

export const factorRoutes = {
  getFactors: { method: 'GET', path: '/api/user/factors', session: true, real: true, answer: Factors },
  /** Step 1: a new secret, good for 10 minutes until confirmed. */
  beginTotp: {
    method: 'POST',
    path: '/api/user/totp_begin',
    session: true,
    real: true,
    request: { password: PASSWORD, ...PROOF },
    answer: object({ secret: text('^[A-Z2-7]+$'), url: text('^otpauth://') }),
  },
  /** Step 2: the first six digits. */
  confirmTotp: {
    method: 'POST',
    path: '/api/user/totp_confirm',
    session: true,
    real: true,
    request: { code: param.like(/^[0-9]{6}$/) },
    answer: RECOVERY_CODES,
  },
  removeTotp: {
    method: 'POST',
    path: '/api/user/totp_remove',
    session: true,
    real: true,
    request: PROOF,
    answer: nothing(),
  },
  /** `options`: PublicKeyCredentialCreationOptions as JSON text. */
  beginPasskey: {
    method: 'POST',
    path: '/api/user/passkey_begin',
    session: true,
    real: true,
    request: { password: PASSWORD, ...PROOF },
    answer: object({ options: text() }),
  },
  /** `credential`: the registration response as JSON text. */
  addPasskey: {
    method: 'POST',
    path: '/api/user/passkey_add',
    session: true,
    real: true,
    request: { credential: param.text(1, 16_384), name: param.text(1, 64) },
    answer: RECOVERY_CODES,
  },
  removePasskey: {
    method: 'POST',
    path: '/api/user/passkey_remove',
    session: true,
    real: true,
    request: { id: param.text(1, 2_048), ...PROOF },
    answer: nothing(),
  },
  /** Ten new codes in place of the old ones. */
  renewRecoveryCodes: {
    method: 'POST',
    path: '/api/user/recovery_codes',
    session: true,
    real: true,
    request: PROOF,
    answer: RECOVERY_CODES,
  },
} as const;
