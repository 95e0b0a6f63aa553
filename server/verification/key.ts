import { createHmac } from 'node:crypto';
import { openKeyFile } from '../key-file.ts';
import type { Random } from '../random.ts';

/** Keyed hash for values too few to be hashed plainly, such as six-digit codes. */
export interface Key {
  hash(text: string): string;
}

/**
 * Without the key, a reader of the database or its backups cannot find a code by trying all million. Losing it
 * invalidates only the codes of the last minutes.
 */
export function openKey(dataDir: string, random: Random): Key {
  const secret = openKeyFile(dataDir, 'verification.key', random);
  return { hash: (text) => createHmac('sha256', secret).update(text).digest('hex') };
}
