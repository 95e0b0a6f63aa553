import type { Browser } from 'playwright';
import { countMainThread, mainThread } from '../probe/phone.ts';
import { type ListTarget, openList, scroll } from './page.ts';

/** What the page's main thread did in a second of scrolling. */
export interface Cost {
  /** All tasks, ms of CPU a second. */
  readonly busy: number;
  /** Parts of it, ms of CPU a second. */
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  /** Layouts a second: at most one a frame, so about the frames that the main thread made. */
  readonly layouts: number;
  /** How fast the list went, px/s. */
  readonly speed: number;
}

/** px/s: below it the finger did not move the list. */
const LEAST_SPEED = 200;

export interface CostOptions {
  readonly seconds: number;
  readonly throttle: number;
}

/** Opens the list anew and scrolls it; CPU time of the thread, so that other processes' load does not count. */
export async function scrollingCost(
  browser: Browser,
  target: ListTarget,
  { seconds, throttle }: CostOptions,
): Promise<Cost> {
  const list = await openList(browser, target);
  const { cdp } = list;
  await countMainThread(list);
  if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const before = await mainThread(list);
  const started = performance.now();
  const way = await scroll(list, seconds);
  const after = await mainThread(list);
  const elapsed = (performance.now() - started) / 1000;
  await list.close();
  if (way / elapsed < LEAST_SPEED) throw new Error(`${target.url} scrolled by ${way} px in ${elapsed} s`);
  const perSecond = (name: string) => ((after.get(name) ?? Number.NaN) - (before.get(name) ?? 0)) / elapsed;
  return {
    busy: perSecond('TaskDuration') * 1000,
    script: perSecond('ScriptDuration') * 1000,
    style: perSecond('RecalcStyleDuration') * 1000,
    layout: perSecond('LayoutDuration') * 1000,
    layouts: perSecond('LayoutCount'),
    speed: way / elapsed,
  };
}
