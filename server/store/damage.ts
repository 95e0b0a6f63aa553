import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** SQLITE_CORRUPT and SQLITE_NOTADB, with or without an extended code. */
const DAMAGE_CODES: ReadonlySet<number> = new Set([11, 26]);

/** Whether SQLite came upon damage in its file, or Node upon a number in it that this program cannot have stored. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === 'ERR_OUT_OF_RANGE') return true;
  return 'errcode' in error && typeof error.errcode === 'number' && DAMAGE_CODES.has(error.errcode & 0xff);
}

/** Reads a larger database only in the background: the exchange would be closed for too long. */
const AT_ONCE_BYTES = 1_000_000_000;

export const isCheckedAtOnce = (path: string): boolean => statSync(path).size < AT_ONCE_BYTES;

/**
 * Reads the whole file: its pages and rows, with `full` also whether the indices fit their tables, which takes five
 * times as long. SQLite has no checksums: a changed digit within a row is not found.
 * @returns what is wrong, undefined when nothing is
 */
export function damageOf(path: string, check: 'quick' | 'full' = 'quick'): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    const findings = [
      ...database.prepare(`PRAGMA ${check === 'quick' ? 'quick_check' : 'integrity_check'}(3)`).all(),
      ...(check === 'quick' ? [] : database.prepare('PRAGMA foreign_key_check').all()),
    ].map((row) => Object.values(row).join(' '));
    return findings.length === 1 && findings[0] === 'ok' ? undefined : inOneLine(findings);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return error instanceof Error ? error.message : String(error);
  } finally {
    database?.close();
  }
}

const inOneLine = (findings: readonly string[]): string =>
  findings
    .slice(0, 3)
    .join('; ')
    .replaceAll(/\s*\n\s*/g, ', ');

/** One sentence that says what to do. */
export const howToRestore = (path: string, damage: string): string =>
  `The database ${path} is damaged (${damage}): move it, its -wal and its -shm out of the folder, ` +
  'find the newest copy that passes npm run ops -- database check FILE, copy it to that place, and start again.';
