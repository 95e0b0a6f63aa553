// Runs seeds for main.ts, in a thread of its own.
import { parentPort } from 'node:worker_threads';
import { type ClusterOptions, type ClusterReport, simulateCluster } from './run.ts';

export type ClusterJob = ClusterOptions;

export type ClusterNews =
  /** `share` of the simulated time. */
  | { readonly status: 'running'; readonly share: number }
  /** It took `ms` of a core. */
  | { readonly status: 'done'; readonly report: ClusterReport; readonly ms: number };

const tell = (news: ClusterNews) => parentPort?.postMessage(news);

parentPort?.on('message', async (job: ClusterJob) => {
  const before = process.threadCpuUsage();
  const report = await simulateCluster({ ...job, onShare: (share) => tell({ status: 'running', share }) });
  const { user, system } = process.threadCpuUsage(before);
  tell({ status: 'done', report, ms: (user + system) / 1_000 });
});
