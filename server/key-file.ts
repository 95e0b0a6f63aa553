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

/** Of several processes that start together the first one's key stays. */
function makeKey(path: string, random: Random): string {
  const text = Buffer.from(random.bytes(KEY_BYTES)).toString('base64url');
  const beside = `${path}.${process.pid}`;
  writeFileSync(beside, `${text}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(beside, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const known = readKey(path);
    if (known !== undefined) return known;
    // It holds something else.
    writeFileSync(path, `${text}\n`, { mode: 0o600, flush: true });
  } finally {
    unlinkSync(beside);
  }
  return text;
}
