import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../random.ts';

/** Hashes what has too few possible values to be hashed plainly. */
export interface Key {
  hash(text: string): string;
}

const FILE = 'verification.key';
const KEY_BYTES = 32;
const KEPT = /^[\w-]{43}$/;

/**
 * The key beside the database and not in it: whoever reads the database or its backups can't find a code by trying the
 * million there are. Made at the first start; without it only the codes of the last minutes are lost.
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
