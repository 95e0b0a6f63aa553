// The thread that copies and checks: `workerData` is its task, its only message the result.
import { parentPort, workerData } from 'node:worker_threads';
import type { CopyTask } from './copies.ts';
import { checkCopy, examineLive, makeCopy } from './work.ts';

const task: CopyTask = workerData;
parentPort?.postMessage(await perform());

function perform() {
  switch (task.kind) {
    case 'make':
      return makeCopy(task.source, task.file);
    case 'check':
      return checkCopy(task.file);
    case 'examine':
      return examineLive(task.source, task.withPages);
  }
}
