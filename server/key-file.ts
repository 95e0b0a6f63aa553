import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from './random.ts';

const KEY_BYTES = 32;
const KEPT = /^[\w-]{43}$/;

/**
 * A secret of 32 bytes in the data folder, beside the database and not in it: a reader of the database or its backups
 * does not have it. Created when it is first asked for.
 */
export function openKeyFile(dataDir: string, file: string, random: Random): Buffer {
  const path = join(dataDir, file);
  return Buffer.from(readKey(path) ?? makeKey(path, random), 'base64url');
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
  if (writeFirst(path, `${text}\n`)) return text;
  const known = readKey(path);
  // It holds something else.
  if (known === undefined) writeFileSync(path, `${text}\n`, { mode: 0o600, flush: true });
  return known ?? text;
}

/**
 * Writes a file under another name first, so that a power cut never leaves half of it. Of several processes that start
 * together the first one's file stays, also when they have the same id, each in a container of its own.
 * @returns whether the file is the one of this call
 */
export function writeFirst(path: string, text: string): boolean {
  const beside = `${path}.${randomUUID()}`;
  writeFileSync(beside, text, { mode: 0o600, flush: true });
  try {
    linkSync(beside, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(beside);
  }
}
