import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from './errors.ts';

/**
 * Takes the data folder for this process, making it when absent. The lock is the operating system's (SQLite's on a file of
 * its own), so it ends with its process however that ends and is never stale; the file beside it says who holds it.
 * @returns lets go
 * @throws StoreError when it is held, or cannot be written
 */
export function lockFolder(folder: string, now: number): () => void {
  const path = resolve(folder);
  const holderPath = join(path, 'holder.json');
  let lock: DatabaseSync | undefined;
  try {
    makeFolder(path);
    const held = new DatabaseSync(join(path, 'lock.db'), { timeout: 0 });
    lock = held;
    held.exec('BEGIN EXCLUSIVE');
    writeFileSync(holderPath, JSON.stringify({ pid: process.pid, since: new Date(now).toISOString() }));
    return () => held.close();
  } catch (error) {
    lock?.close();
    if (isBusy(error)) {
      throw new StoreError(`The data folder ${path} is in use by ${describeHolder(holderPath)}.`);
    }
    throw unwritable(path, error);
  }
}

/** With its parents. Node's own way never comes back where the system keeps no folders, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirSync(path);
}

/** SQLITE_BUSY, with or without its extension. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === 5;

function unwritable(path: string, error: unknown): StoreError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreError(`The data folder ${path} cannot be written: ${reason}.`);
}

function describeHolder(holderPath: string): string {
  try {
    const holder: unknown = JSON.parse(readFileSync(holderPath, 'utf8'));
    if (typeof holder === 'object' && holder !== null && 'pid' in holder && 'since' in holder) {
      return `process ${holder.pid} since ${holder.since}`;
    }
  } catch {
    // The holder is just starting: its name is not written yet.
  }
  return 'another process';
}
