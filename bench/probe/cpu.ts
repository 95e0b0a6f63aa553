import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright';

/** CPU use of a process since it started, ms. */
export interface Usage {
  /** CPU time of all its threads. */
  readonly cpuMs: number;
  /** That of its dedicated workers, where it is a page of a browser. */
  readonly workersMs: number;
  /** Time during which its main thread was ready to run but the core was busy. */
  readonly waitedMs: number;
}

/** Linux truncates a thread's name to 15 characters. */
const WORKER_THREAD = 'DedicatedWorker';

/** @returns undefined where the system does not report it; only Linux does */
export function usageOf(pid: number): Usage | undefined {
  const read = (path: string) => readFileSync(`/proc/${pid}/${path}`, 'utf8');
  const timesOf = (path: string) => read(`${path}schedstat`).split(' ').map(msOf);
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((id) => {
      try {
        const [ms = 0] = timesOf(`task/${id}/`);
        return { ms, workerMs: read(`task/${id}/comm`).trim() === WORKER_THREAD ? ms : 0 };
      } catch {
        // It has ended since it was listed.
        return { ms: 0, workerMs: 0 };
      }
    });
    const [, waitedMs = 0] = timesOf('');
    const sum = (of: (thread: (typeof threads)[number]) => number) =>
      threads.reduce((all, thread) => all + of(thread), 0);
    return { cpuMs: sum(({ ms }) => ms), workersMs: sum(({ workerMs }) => workerMs), waitedMs };
  } catch {
    return undefined;
  }
}

const msOf = (ns: string): number => Number(ns) / 1e6;

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

/** Returns a meter of a browser's CPU time. */
export async function meterCpu(browser: Browser): Promise<CpuMeter> {
  const session = await browser.newBrowserCDPSession();
  return async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    const byPage = new Map(
      renderers.map(({ id }) => [id, (usageOf(id)?.workersMs ?? Number.NaN) / 1_000] as const),
    );
    return {
      all: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
      workers: [...byPage.values()].reduce((sum, seconds) => sum + seconds, 0),
      byPage,
    };
  };
}
