import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { err, type Result } from '../../../shared/result.ts';
import type { BookBreak } from '../../audit/audit.ts';
import type { Progress } from '../../audit/chain-audit.ts';
import type { BooksState } from '../../audit/noted-state.ts';
import type { Examination, Findings } from '../first-check.ts';

/** Facts found in an intact copy. */
export interface CopyReport {
  /** Absolute path. */
  readonly file: string;
  readonly bytes: number;
  readonly accounts: number;
  readonly orders: number;
  readonly postings: number;
  readonly state: BooksState;
  /** Errors in its books, which the copied database has too. */
  readonly breaks: readonly BookBreak[];
}

/** Backups of the live database. Refusals are sentences for the operator. */
export interface Copies {
  /** Copies the current database, with every acknowledged write, to a new file and checks that file. */
  make(file: string): Promise<Result<CopyReport, string>>;
  /** Checks a backup, which is only read; one of an earlier version as a temporary copy, migrated as at a start. */
  check(file: string, against?: BooksState): Promise<Result<CopyReport, string>>;
}

export type CopyTask =
  | { readonly kind: 'make'; readonly source: string; readonly file: string }
  | { readonly kind: 'check'; readonly file: string; readonly against: BooksState | undefined }
  | { readonly kind: 'examine'; readonly source: string; readonly against: BooksState | undefined };

export type ThreadMessage<T> =
  | { readonly kind: 'progress'; readonly done: number; readonly of: number }
  | { readonly kind: 'result'; readonly result: T };

const WORKER = join(import.meta.dirname, 'worker.ts');

/** Runs in a separate thread: copying and checking take long, and orders must go on. */
export function createCopies(source: string): Copies {
  let isBusy = false;
  const run = async (task: CopyTask): Promise<Result<CopyReport, string>> => {
    if (isBusy) return err('Another copy is being made or examined; wait until it is done.');
    isBusy = true;
    try {
      return await inThread<Result<CopyReport, string>>(task).found;
    } finally {
      isBusy = false;
    }
  };
  return {
    make: (file) => run({ kind: 'make', source, file }),
    check: (file, against) => run({ kind: 'check', file, against }),
  };
}

/** @see Copies.check; needs no database of this exchange */
export const checkInThread = (
  file: string,
  progress: Progress,
  against?: BooksState,
): Promise<Result<CopyReport, string>> =>
  inThread<Result<CopyReport, string>>({ kind: 'check', file, against }, progress).found;

/** Examines the live database. */
export const examineInThread = (
  source: string,
  progress: Progress,
  against: BooksState | undefined,
): Examination => inThread<Findings>({ kind: 'examine', source, against }, progress);

function inThread<T>(
  task: CopyTask,
  progress: Progress = () => undefined,
): { readonly found: Promise<T>; stop(): void } {
  const worker = new Worker(WORKER, { workerData: task });
  const found = new Promise<T>((resolve, reject) => {
    worker.on('message', (message: ThreadMessage<T>) => {
      if (message.kind === 'progress') progress(message.done, message.of);
      else resolve(message.result);
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the copying thread ended without a word')));
  });
  return { found, stop: () => void worker.terminate() };
}
