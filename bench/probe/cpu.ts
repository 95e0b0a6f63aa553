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

/** Linux cuts a thread's name after 15 characters. */
const WORKER_THREAD = 'DedicatedWorker';
const TICKS_PER_SECOND = 100;

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

function workersOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => secondsIn(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')))
      .reduce((sum, seconds) => sum + seconds, 0);
  } catch {
    return Number.NaN;
  }
}

/** Of a line of `/proc/PID/task/TID/stat`: user and system time, 0 for a thread that is no worker. */
export function secondsIn(stat: string): number {
  const end = stat.lastIndexOf(')');
  if (stat.slice(stat.indexOf('(') + 1, end) !== WORKER_THREAD) return 0;
  const fields = stat.slice(end + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
