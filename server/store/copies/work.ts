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
import { pathToFileURL } from 'node:url';
import { err, ok, type Result } from '../../../shared/result.ts';
import { examineBooks } from '../../audit/audit.ts';
import type { Progress } from '../../audit/chain-audit.ts';
import type { BooksState } from '../../audit/noted-state.ts';
import { damageOf, howToRestore, isDamage } from '../damage.ts';
import type { Findings } from '../first-check.ts';
import { isUpToDate, migrate } from '../migrations.ts';
import { countRows } from '../numbers.ts';
import { OWNER_ONLY } from '../owner-only.ts';
import type { Db } from '../schema.ts';
import { connectSqlite } from '../sqlite.ts';
import type { CopyReport } from './copies.ts';

/** All pages in one step: one read transaction sees one state, and a writer does not restart the copy. */
const ALL_PAGES = 0x7f_ff_ff_ff;

/** @see Copies.make */
export async function makeCopy(
  source: string,
  target: string,
  progress: Progress,
): Promise<Result<CopyReport, string>> {
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
    const report = await examine(part, progress);
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
export async function checkCopy(
  target: string,
  progress: Progress = () => undefined,
  against?: BooksState,
): Promise<Result<CopyReport, string>> {
  const file = resolve(target);
  if (!existsSync(file)) return err(`${file} is not there.`);
  try {
    // A copy has no log; SQLite would put one beside a database that had one.
    const readable = hasLog(file) ? file : `${pathToFileURL(file).href}?immutable=1`;
    const damage = damageOf(readable, 'full');
    if (damage !== undefined) return err(`The copy is damaged: ${damage}.`);
    const db = connectSqlite(readable, true);
    try {
      if (await isUpToDate(db)) return ok(await reportOn(db, file, progress, against));
    } finally {
      await db.destroy();
    }
    return await checkMigrated(file, progress, against);
  } catch (error) {
    return err(`${file} cannot be used: ${reasonOf(error)}.`);
  }
}

/** Migrates a temporary copy as at a start. */
async function checkMigrated(
  file: string,
  progress: Progress,
  against: BooksState | undefined,
): Promise<Result<CopyReport, string>> {
  const trial = `${file}.trial`;
  try {
    for (const suffix of hasLog(file) ? ['', '-wal'] : ['']) copyFileSync(file + suffix, trial + suffix);
    const report = await examine(trial, progress, against);
    return report.ok ? ok({ ...report.value, file, bytes: statSync(file).size }) : report;
  } finally {
    removeDatabase(trial);
  }
}

const hasLog = (file: string): boolean => existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;
/** @see Store.examine */
export async function examineLive(
  source: string,
  progress: Progress,
  against?: BooksState,
): Promise<Findings> {
  const damage = damageOf(source, 'full');
  if (damage !== undefined) return { damage: howToRestore(source, damage), breaks: [], state: undefined };
  const db = connectSqlite(source, true);
  try {
    // One state of the database, whatever is written meanwhile.
    return await db.transaction().execute(async (all) => ({
      damage: undefined,
      ...(await examineBooks(all, { progress, against })),
    }));
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { damage: howToRestore(source, reasonOf(error)), breaks: [], state: undefined };
  } finally {
    await db.destroy();
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

/** Checks that the file is intact and of a known version, migrates it, and audits its books. */
async function examine(
  file: string,
  progress: Progress,
  against?: BooksState,
): Promise<Result<CopyReport, string>> {
  const damage = damageOf(file, 'full');
  if (damage !== undefined) return err(`The copy is damaged: ${damage}.`);
  const db = connectSqlite(file, false);
  try {
    await migrate(db);
    return ok(await reportOn(db, file, progress, against));
  } finally {
    await db.destroy();
    settle(file);
  }
}

async function reportOn(db: Db, file: string, progress: Progress, against?: BooksState): Promise<CopyReport> {
  const { breaks, state } = await examineBooks(db, { progress, against });
  const [accounts, orders, postings] = [
    await countRows(db.selectFrom('accounts')),
    await countRows(db.selectFrom('orders')),
    await countRows(db.selectFrom('postings')),
  ];
  return { file, bytes: statSync(file).size, accounts, orders, postings, state, breaks };
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
