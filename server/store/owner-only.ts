import { chmodSync, closeSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Modes that hold whatever the process's umask is: everything in the data folder is personal or secret. */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;

const OTHERS = 0o077;

/**
 * Creates an empty file for this user only; an existing one stays as it is. SQLite gives its logs and journals the
 * mode of their database, so that a database which begins like this is closed as a whole.
 */
export function createClosed(path: string): void {
  closeSync(openSync(path, 'a', OWNER_ONLY.file));
}

/**
 * Takes the rights of other users away from a folder and what is in it; the owner's stay. Looks into sub-folders only
 * where others could: pictures are many. Leaves links and foreign files alone, and Windows, which has no such modes.
 * @returns the number of files and folders that were open
 */
export function closeToOthers(folder: string): number {
  if (process.platform === 'win32') return 0;
  return closeFolder(folder, false);
}

function closeFolder(folder: string, isBelowOpen: boolean): number {
  const wasOpen = close(folder, statSync(folder));
  let count = wasOpen ? 1 : 0;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = lstatSync(path);
    const isReachable = wasOpen || isBelowOpen;
    if (found.isDirectory() && (isReachable || isOpen(found))) count += closeFolder(path, isReachable);
    else if (found.isFile() && close(path, found)) count++;
  }
  return count;
}

interface Found {
  readonly mode: number;
  readonly uid: number;
}

const isOpen = ({ mode, uid }: Found): boolean => (mode & OTHERS) !== 0 && uid === process.getuid?.();

/** @returns whether the file was open to others */
function close(path: string, found: Found): boolean {
  if (!isOpen(found)) return false;
  chmodSync(path, found.mode & 0o700);
  return true;
}
