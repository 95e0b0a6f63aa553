import type { CodeLimits } from '../verification/verification-codes.ts';
import type { Reader } from './setting-reader.ts';

/** Bounds against abuse. "Address" is an IPv4 address or an IPv6 /64 network; an IPv6 /48 may do ten times as much. */
export interface AbuseLimits {
  readonly socketsPerAddress: number;
  /** New demo accounts in an hour. */
  readonly demoAccountsPerAddress: number;
  readonly codes: CodeLimits;
  /** Time for the whole of a request that carries a picture. */
  readonly uploadTimeoutMs: number;
}

const MOST = 1_000_000;
/** No more sockets than the exchange takes. */
export const MAX_SOCKETS = 20_000;

export const readLimits = (read: Reader): AbuseLimits => ({
  socketsPerAddress: read.integer('SOCKETS_PER_ADDRESS', 500, 1, MAX_SOCKETS),
  demoAccountsPerAddress: read.integer('DEMO_ACCOUNTS_PER_ADDRESS', 200, 1, MOST),
  codes: {
    beforeCaptcha: read.integer('CODES_BEFORE_CAPTCHA', 3, 0, MOST),
    perAddress: read.integer('CODES_PER_ADDRESS', 30, 1, MOST),
    perContact: read.integer('CODES_PER_CONTACT', 5, 1, 1_000),
    inTotal: {
      email: read.integer('EMAIL_CODES_PER_HOUR', 2_000, 1, MOST),
      sms: read.integer('SMS_CODES_PER_HOUR', 300, 1, MOST),
    },
  },
  uploadTimeoutMs: 1_000 * read.integer('UPLOAD_TIMEOUT_S', 120, 30, 600),
});
