// The thread that copies and examines; its task is its `workerData`, its one message the result.
import { parentPort, workerData } from 'node:worker_threads';
import type { CopyTask } from './copies.ts';
import { checkCopy, makeCopy } from './work.ts';

const task: CopyTask = workerData;
parentPort?.postMessage(
  task.kind === 'make' ? await makeCopy(task.source, task.file) : await checkCopy(task.file),
);
