import { cdp } from 'vitest/browser';

export async function collectGarbage(): Promise<void> {
  await cdp().send('HeapProfiler.collectGarbage');
}

/** Counts in the page, after garbage collection. */
export async function countListeners(): Promise<number> {
  await collectGarbage();
  const { jsEventListeners } = await cdp().send('Memory.getDOMCounters');
  return jsEventListeners;
}
