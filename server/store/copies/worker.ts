// The thread that copies and checks: `workerData` is its task, its last message the result.
import { parentPort, workerData } from 'node:worker_threads';
import type { Progress } from '../../audit/chain-audit.ts';
import type { CopyTask, ThreadMessage } from './copies.ts';
import { checkCopy, examineLive, makeCopy } from './work.ts';

const task: CopyTask = workerData;
const say = (message: ThreadMessage<unknown>) => parentPort?.postMessage(message);
const progress: Progress = (done, of) => say({ kind: 'progress', done, of });
say({ kind: 'result', result: await perform() });

function perform() {
  switch (task.kind) {
    case 'make':
      return makeCopy(task.source, task.file, progress);
    case 'check':
      return checkCopy(task.file, progress, task.against);
    case 'examine':
      return examineLive(task.source, progress, task.against);
  }
}
