// The thread that copies and checks: `workerData` is its task, its only message the result.
import { parentPort, workerData } from 'node:worker_threads';
import type { CopyTask } from './copies.ts';
import { checkCopy, makeCopy } from './work.ts';

const task: CopyTask = workerData;
parentPort?.postMessage(
  task.kind === 'make' ? await makeCopy(task.source, task.file) : await checkCopy(task.file),
);
