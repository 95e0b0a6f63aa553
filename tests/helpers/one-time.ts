import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/**
 * The six digits of an authenticator app by the real clock. The exchange takes each once, in order, and those of a step
 * before or after the present one.
 * @param steps how many steps of 30 s ahead
 */
export const oneTimeCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });
