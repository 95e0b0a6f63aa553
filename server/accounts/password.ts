import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { Random } from './random.ts';

/** OWASP's password storage cheat sheet: scrypt with N = 2^15, r = 8, p = 3 (32 MiB each). */
const COST_LOG2 = 15;
const BLOCK_SIZE = 8;
const PARALLEL = 3;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const MIN_CHARACTERS = 8;
/** Bounds the work a login can ask for; far beyond what people type. */
const MAX_BYTES = 1_024;

/** Long enough, and not longer than is hashed: no password is ever cut off. */
export function isAcceptable(password: string): boolean {
  return [...password].length >= MIN_CHARACTERS && Buffer.byteLength(password) <= MAX_BYTES;
}

/** The text to store: the parameters, the salt and the hash. */
export async function hashPassword(password: string, random: Random): Promise<string> {
  const salt = random.bytes(SALT_BYTES);
  const key = await derive(password, salt, COST_LOG2, BLOCK_SIZE, PARALLEL);
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  return ['scrypt', COST_LOG2, BLOCK_SIZE, PARALLEL, text(salt), text(key)].join('$');
}

/** A hash that no password has, to spend the same time on accounts that do not exist. */
export const NOBODYS_HASH = [
  'scrypt',
  COST_LOG2,
  BLOCK_SIZE,
  PARALLEL,
  Buffer.alloc(SALT_BYTES).toString('base64url'),
  Buffer.alloc(KEY_BYTES).toString('base64url'),
].join('$');

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, costLog2, blockSize, parallel, salt = '', key = ''] = stored.split('$');
  if (scheme !== 'scrypt') return false;
  const expected = Buffer.from(key, 'base64url');
  const bounded = Buffer.byteLength(password) <= MAX_BYTES;
  const actual = await derive(
    bounded ? password : '',
    Buffer.from(salt, 'base64url'),
    Number(costLog2),
    Number(blockSize),
    Number(parallel),
  );
  return timingSafeEqual(actual, expected) && bounded;
}

/** The same password typed on different keyboards may differ in code points: compared in one normal form. */
function derive(
  password: string,
  salt: Uint8Array,
  costLog2: number,
  blockSize: number,
  parallel: number,
): Promise<Buffer> {
  const cost = 2 ** costLog2;
  const options: ScryptOptions = {
    cost,
    blockSize,
    parallelization: parallel,
    maxmem: 2 * 128 * cost * blockSize,
  };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
