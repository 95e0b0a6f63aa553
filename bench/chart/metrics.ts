import type { CDPSession } from 'playwright';
import { mainThread } from '../probe/phone.ts';

/** What the page's main thread has done since it was opened, ms of its own CPU time. */
export interface Spent {
  /** All tasks. */
  readonly busy: number;
  /** Scripts alone. */
  readonly script: number;
}

/** What the main thread did while something ran, and what that gave. */
export async function spentOn<T>(
  cdp: CDPSession,
  run: () => Promise<T>,
): Promise<{ readonly spent: Spent; readonly gave: T }> {
  const before = await spentSoFar(cdp);
  const gave = await run();
  const after = await spentSoFar(cdp);
  return { spent: { busy: after.busy - before.busy, script: after.script - before.script }, gave };
}

async function spentSoFar(cdp: CDPSession): Promise<Spent> {
  const numbers = await mainThread({ cdp });
  const ms = (name: string) => (numbers.get(name) ?? Number.NaN) * 1000;
  return { busy: ms('TaskDuration'), script: ms('ScriptDuration') };
}
