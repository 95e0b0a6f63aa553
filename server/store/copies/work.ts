import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { err, ok, type Result } from '../../../shared/result.ts';
import { auditBooks } from '../../audit/audit.ts';
import { connectSqlite } from '../embedded.ts';
import { migrate } from '../migrations.ts';
import { countRows } from '../numbers.ts';
import { OWNER_ONLY } from '../owner-only.ts';
import type { CopyReport } from './copies.ts';

/** All pages in one step: one read transaction sees one state, and a writer does not restart the copy. */
const ALL_PAGES = 0x7f_ff_ff_ff;

/** @see Copies.make */
export async function makeCopy(source: string, target: string): Promise<Result<CopyReport, string>> {
  const file = resolve(target);
  const part = `${file}.part`;
  if (existsSync(file)) return err(`${file} is there already; a copy never takes the place of another file.`);
  try {
    // Created with these permissions first, so that nobody else can read it at any moment.
    closeSync(openSync(part, 'wx', OWNER_ONLY.file));
  } catch (error) {
    return err(
      isCalled(error, 'EEXIST')
        ? `${part} is left of a copy that was cut off; remove it first.`
        : `${file} cannot be written: ${reasonOf(error)}.`,
    );
  }
  try {
    await copyPages(source, part);
    const report = await examine(part);
    if (!report.ok) return report;
    putInPlace(part, file);
    return ok({ ...report.value, file });
  } catch (error) {
    return err(`The database could not be copied to ${file}: ${reasonOf(error)}.`);
  } finally {
    removeDatabase(part);
  }
}

/** @see Copies.check */
export async function checkCopy(target: string): Promise<Result<CopyReport, string>> {
  const file = resolve(target);
  const trial = `${file}.trial`;
  if (!existsSync(file)) return err(`${file} is not there.`);
  try {
    copyFileSync(file, trial);
    const report = await examine(trial);
    return report.ok ? ok({ ...report.value, file, bytes: statSync(file).size }) : report;
  } catch (error) {
    return err(`${file} cannot be used: ${reasonOf(error)}.`);
  } finally {
    removeDatabase(trial);
  }
}

async function copyPages(source: string, part: string): Promise<void> {
  const from = new DatabaseSync(source, { readOnly: true });
  try {
    await backup(from, part, { rate: ALL_PAGES });
  } finally {
    from.close();
  }
}

/** Checks that the file is intact and of a known version, and audits its books. */
async function examine(file: string): Promise<Result<CopyReport, string>> {
  const damage = damageOf(file);
  if (damage !== undefined) return err(`The copy is damaged: ${damage}.`);
  const db = connectSqlite(file, false);
  try {
    await migrate(db);
    const breaks = await auditBooks(db);
    const [accounts, orders, postings] = [
      await countRows(db.selectFrom('accounts')),
      await countRows(db.selectFrom('orders')),
      await countRows(db.selectFrom('postings')),
    ];
    return ok({ file, bytes: statSync(file).size, accounts, orders, postings, breaks });
  } finally {
    await db.destroy();
    settle(file);
  }
}

function damageOf(file: string): string | undefined {
  const database = new DatabaseSync(file);
  try {
    const findings = [
      ...database.prepare('PRAGMA integrity_check').all(),
      ...database.prepare('PRAGMA foreign_key_check').all(),
    ].map((row) => Object.values(row).join(' '));
    return findings.length === 1 && findings[0] === 'ok' ? undefined : findings.slice(0, 3).join('; ');
  } catch (error) {
    return reasonOf(error);
  } finally {
    database.close();
  }
}

/** One file without a log beside it, so that copying the file copies everything. */
function settle(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = DELETE');
  database.close();
}

function putInPlace(part: string, file: string): void {
  sync(part);
  renameSync(part, file);
  sync(dirname(file));
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

const isCalled = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
