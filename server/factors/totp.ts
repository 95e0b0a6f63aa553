import { Secret, TOTP } from 'otpauth';
import { codeOf } from '../../shared/domain/digits.ts';
import type { TimestampMs } from '../../shared/domain/time.ts';
import type { Random } from '../random.ts';

// One-time passwords by time, RFC 6238, as every authenticator app makes them: SHA-1, six digits, 30 seconds.

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Steps before and after the present one whose code is accepted: clocks of phones differ. */
const WINDOW = 1;

export interface NewTotp {
  /** Base32. */
  readonly secret: string;
  /** For the picture that an authenticator app scans. */
  readonly url: string;
}

/** @param label the account as the authenticator app shows it */
export function makeTotp(random: Random, issuer: string, label: string): NewTotp {
  const secret = new Secret({ buffer: new Uint8Array(random.bytes(SECRET_BYTES)).buffer });
  return { secret: secret.base32, url: new TOTP({ issuer, label, secret }).toString() };
}

/** The number of the 30-second step whose code it is; undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, now: TimestampMs): number | undefined {
  const token = codeOf(code);
  // The library throws for texts of another length in bytes.
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = TOTP.validate({
    token,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: WINDOW,
  });
  return delta === null ? undefined : TOTP.counter({ timestamp: now }) + delta;
}
