import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { createLimit } from '../limit.ts';
import type { Random } from '../random.ts';

/** OWASP's password storage cheat sheet: scrypt with N = 2^15, r = 8, p = 3 (32 MiB each). */
const COST_LOG2 = 15;
const BLOCK_SIZE = 8;
const PARALLEL = 3;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Bounds the work of one login; far longer than typed passwords. */
export const PASSWORD_MAX_BYTES = 1_024;
/** Half of Node's thread pool, so that file reads continue during many logins. */
const HASHES_AT_ONCE = 2;

/** Hashes are made a few at a time; askers are served in turn. */
interface Asker {
  readonly who: string;
  /** Called when its turn has come: false if nobody reads the answer any more. */
  readonly isWaiting?: () => boolean;
}

export interface Passwords {
  /** @returns the text to store: the parameters, the salt and the hash */
  hash(password: string, who?: string): Promise<string>;
  /**
   * Takes the same time with and without a stored hash, so that timing reveals nothing.
   * @returns undefined if the asker has left before its turn came: then nothing was compared
   */
  verify(password: string, stored: string | undefined, asker?: Asker): Promise<boolean | undefined>;
}

/** @param costLog2 a lower cost is for tests only: such hashes can be cracked */
export function createPasswords(random: Random, costLog2 = COST_LOG2): Passwords {
  const inTurn = createLimit(HASHES_AT_ONCE);
  /** A hash that no password matches. */
  const placeholderHash = stored(costLog2, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));
  return {
    hash: (password, who) => inTurn(() => hashPassword(password, random, costLog2), who),
    verify: (password, hash, asker) =>
      inTurn(async () => {
        if (asker?.isWaiting?.() === false) return undefined;
        return verifyPassword(password, hash ?? placeholderHash);
      }, asker?.who),
  };
}

async function hashPassword(password: string, random: Random, costLog2: number): Promise<string> {
  const salt = random.bytes(SALT_BYTES);
  return stored(costLog2, salt, await derive(password, salt, costLog2, BLOCK_SIZE, PARALLEL));
}

function stored(costLog2: number, salt: Uint8Array, key: Uint8Array): string {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
  return ['scrypt', costLog2, BLOCK_SIZE, PARALLEL, text(salt), text(key)].join('$');
}

async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, costLog2, blockSize, parallel, salt = '', key = ''] = hash.split('$');
  if (scheme !== 'scrypt') return false;
  const expected = Buffer.from(key, 'base64url');
  const bounded = Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;
  const actual = await derive(
    bounded ? password : '',
    Buffer.from(salt, 'base64url'),
    Number(costLog2),
    Number(blockSize),
    Number(parallel),
  );
  return timingSafeEqual(actual, expected) && bounded;
}

/** Keyboards may produce different code points for the same password; normalise before hashing. */
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
