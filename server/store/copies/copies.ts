import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { err, type Result } from '../../../shared/result.ts';
import type { BookBreak } from '../../audit/audit.ts';

/** What was found in a copy that is whole. */
export interface CopyReport {
  /** In full. */
  readonly file: string;
  readonly bytes: number;
  readonly accounts: number;
  readonly orders: number;
  readonly postings: number;
  /** What is wrong in its books, as it was in those that were copied. */
  readonly breaks: readonly BookBreak[];
}

/** Copies of the database in use. Refusals are sentences for the operator. */
export interface Copies {
  /** Copies the database as it is now, with all that is acknowledged, to a file that is not there yet, and examines that. */
  make(file: string): Promise<Result<CopyReport, string>>;
  /** Examines a copy of a copy, brought up to date as a start would; the file itself stays as it is. */
  check(file: string): Promise<Result<CopyReport, string>>;
}

export type CopyTask =
  | { readonly kind: 'make'; readonly source: string; readonly file: string }
  | { readonly kind: 'check'; readonly file: string };

const WORKER = join(import.meta.dirname, 'worker.ts');

/** In a thread of its own: copying and examining take long, and orders go on. */
export function createCopies(source: string): Copies {
  let isBusy = false;
  const run = async (task: CopyTask): Promise<Result<CopyReport, string>> => {
    if (isBusy) return err('Another copy is being made or examined; wait until it is done.');
    isBusy = true;
    try {
      return await inThread(task);
    } finally {
      isBusy = false;
    }
  };
  return {
    make: (file) => run({ kind: 'make', source, file }),
    check: (file) => run({ kind: 'check', file }),
  };
}

function inThread(task: CopyTask): Promise<Result<CopyReport, string>> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: task });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the copying thread ended without a word')));
  });
}
