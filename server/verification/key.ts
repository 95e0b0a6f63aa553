import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../random.ts';

/** Keyed hash for values too few to be hashed plainly, such as six-digit codes. */
export interface Key {
  hash(text: string): string;
}

const FILE = 'verification.key';
const KEY_BYTES = 32;
const KEPT = /^[\w-]{43}$/;

/**
 * The key is stored beside the database, not in it: a reader of the database or its backups cannot find a
 * code by trying all million. Created at the first start; losing it invalidates only the codes of the last
 * minutes.
 */
export function openKey(dataDir: string, random: Random): Key {
  const path = join(dataDir, FILE);
  const secret = Buffer.from(readKey(path) ?? makeKey(path, random), 'base64url');
  return { hash: (text) => createHmac('sha256', secret).update(text).digest('hex') };
}

function readKey(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim();
    return KEPT.test(text) ? text : undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function makeKey(path: string, random: Random): string {
  const text = Buffer.from(random.bytes(KEY_BYTES)).toString('base64url');
  writeFileSync(path, `${text}\n`, { mode: 0o600 });
  return text;
}
