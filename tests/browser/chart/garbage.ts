import { cdp } from 'vitest/browser';

export async function collectGarbage(): Promise<void> {
  await cdp().send('HeapProfiler.collectGarbage');
}

/** Of the page, without those that only wait to be collected. */
export async function countListeners(): Promise<number> {
  await collectGarbage();
  const { jsEventListeners } = await cdp().send('Memory.getDOMCounters');
  return jsEventListeners;
}
