import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright';

/** CPU time since the browser started, in seconds. */
export interface BrowserCpu {
  /** All processes of the browser. */
  readonly all: number;
  /** The dedicated workers' threads; unknown where the system does not report it. */
  readonly workers: number;
  /** The same by page: one in a profile of its own has a process of its own, which is the key. */
  readonly byPage: ReadonlyMap<number, number>;
}

export type CpuMeter = () => Promise<BrowserCpu>;

/** Linux truncates a thread's name to 15 characters. */
const WORKER_THREAD = 'DedicatedWorker';
const NS_PER_SECOND = 1e9;

/** Returns a meter of a browser's CPU time. */
export async function meterCpu(browser: Browser): Promise<CpuMeter> {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    const byPage = new Map(renderers.map(({ id }) => [id, workersOf(id)]));
    return {
      all: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
      workers: [...byPage.values()].reduce((sum, seconds) => sum + seconds, 0),
      byPage,
    };
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

/**
 * Seconds of CPU from a thread's name and its `schedstat`, which begins with the ns on a core; 0 if the thread is not a
 * worker.
 */
export const secondsIn = (name: string, schedstat: string): number =>
  name.trim() === WORKER_THREAD ? Number.parseInt(schedstat, 10) / NS_PER_SECOND : 0;
