import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from './errors.ts';
import { closeToOthers, createClosed, OWNER_ONLY } from './owner-only.ts';

/**
 * Locks the data folder for this process and creates it if missing. The lock is the operating system's
 * (SQLite's, on a separate file), so it ends with the process in any case and is never stale. A second file
 * names the holder. Takes the rights of other users away from a folder that they could look into, and reports it in a
 * sentence.
 * @returns a release function
 * @throws StoreError if the folder is locked or not writable
 */
export function lockFolder(folder: string, now: number, report: (sentence: string) => void): () => void {
  const path = resolve(folder);
  const holderPath = join(path, 'holder.json');
  let lock: DatabaseSync | undefined;
  try {
    makeFolder(path);
    const lockPath = join(path, 'lock.db');
    createClosed(lockPath);
    const held = new DatabaseSync(lockPath, { timeout: 0 });
    lock = held;
    held.exec('BEGIN EXCLUSIVE');
    const holder = { pid: process.pid, since: new Date(now).toISOString() };
    writeFileSync(holderPath, JSON.stringify(holder), { mode: OWNER_ONLY.file });
    const open = closeToOthers(path);
    if (open > 0)
      report(`Closed to the other users of this machine: ${open} of the files and folders in ${path}.`);
    return () => held.close();
  } catch (error) {
    lock?.close();
    if (isBusy(error)) {
      throw new StoreError(`The data folder ${path} is in use by ${describeHolder(holderPath)}.`);
    }
    throw unwritable(path, error);
  }
}

/**
 * Creates parents too. Node's recursive mkdir never returns where folders cannot be created, for example
 * below /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirSync(path, { mode: OWNER_ONLY.folder });
}

/** SQLITE_BUSY, with or without an extended code. */
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
    // The holder is still starting and has not written its name.
  }
  return 'another process';
}
