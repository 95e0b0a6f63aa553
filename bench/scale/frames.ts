import { setTimeout } from 'node:timers/promises';
import type { ReadersReport, ReadersTask } from '../server/bytes.ts';
import { usageOf } from '../server/cores.ts';
import { endProgram, messageOf, startProgram } from '../server/processes.ts';
import type { Served } from './exchanges.ts';

const CLIENTS = 100;
const SETTLE_MS = 1_000;

/** µs of CPU of the process that serves them for one frame of all prices to one client, with what it does besides. */
export async function cpuOfFrames({ url, pid }: Served, seconds: number): Promise<number> {
  const readers = startProgram('readers');
  try {
    const subscription = JSON.stringify({ cmd: 'sub', topic: 'DAY_MARKET' });
    const port = Number(new URL(url).port);
    readers.send({ port, path: '/v1/ws', clients: CLIENTS, subscription } satisfies ReadersTask);
    await messageOf(readers);
    await setTimeout(SETTLE_MS);
    const report = () => {
      const answer = messageOf<ReadersReport>(readers);
      readers.send('report');
      return answer;
    };
    const [before, cpuBefore] = [await report(), usageOf(pid)];
    await setTimeout(seconds * 1_000);
    const [after, cpuAfter] = [await report(), usageOf(pid)];
    const cpuMs = (cpuAfter?.cpuMs ?? Number.NaN) - (cpuBefore?.cpuMs ?? Number.NaN);
    return (1_000 * cpuMs) / (after.frames - before.frames);
  } finally {
    await endProgram(readers);
  }
}
