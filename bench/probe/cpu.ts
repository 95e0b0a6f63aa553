import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright';

/** CPU time since the browser began, in seconds. */
export interface BrowserCpu {
  /** All processes of the browser. */
  readonly all: number;
  /** The dedicated workers' threads; unknown where the system does not tell. */
  readonly workers: number;
}

export type CpuMeter = () => Promise<BrowserCpu>;

/** CPU time of the dedicated workers of each process that has some, in seconds. */
type WorkerCpu = ReadonlyMap<number, number>;

/** Linux cuts a thread's name after 15 characters. */
const WORKER_THREAD = 'DedicatedWorker';
const NS_PER_SECOND = 1e9;

/** Reads what a browser has used. */
export async function meterCpu(browser: Browser): Promise<CpuMeter> {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    return {
      all: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
      workers: renderers.reduce((sum, { id }) => sum + workersOf(id), 0),
    };
  };
}

/** Reads what the workers of a browser have used, page by page: one in a profile of its own has a process of its own. */
export async function meterWorkers(browser: Browser): Promise<() => Promise<WorkerCpu>> {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return new Map(
      processInfo.map(({ id }) => [id, workersOf(id)] as const).filter(([, seconds]) => seconds > 0),
    );
  };
}

function workersOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => {
        const read = (name: string) => readFileSync(`/proc/${pid}/task/${thread}/${name}`, 'utf8');
        return secondsIn(read('comm'), read('schedstat'));
      })
      .reduce((sum, seconds) => sum + seconds, 0);
  } catch {
    return Number.NaN;
  }
}

/** Of a thread's name and its `schedstat`, which begins with ns on a core: 0 for a thread that is no worker. */
export const secondsIn = (name: string, schedstat: string): number =>
  name.trim() === WORKER_THREAD ? Number.parseInt(schedstat, 10) / NS_PER_SECOND : 0;
