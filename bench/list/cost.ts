import type { Browser } from 'playwright';
import { spread } from '../figures/method.ts';
import type { Options } from '../options.ts';
import { countFrames, type Frames } from '../probe/frames.ts';
import { countMainThread, mainThread } from '../probe/phone.ts';
import { type ListPage, type ListTarget, openList, scroll } from './page.ts';

/** What the page's main thread did in a second of scrolling. */
export interface Cost {
  /** All tasks, ms of CPU a second. */
  readonly busy: number;
  /** Parts of it, ms of CPU a second. */
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  /** Frames a second; counted on a slow phone alone, where they are a figure. */
  readonly frames?: Frames;
  /** How fast the list went, px/s. */
  readonly speed: number;
}

/** px/s: below it the finger hardly moved the list, and its work isn't that of one which follows. */
const LEAST_SPEED = 200;

/** Of a first look at a page that is looked at before it is scrolled: it settles meanwhile. */
const LOOKED_AT_MS = 200;

interface Besides {
  before?(list: ListPage): Promise<void>;
  after?(list: ListPage): Promise<void>;
}

/**
 * Opens the list anew and scrolls it; CPU time of the thread, so that other processes' load does not count.
 * @param besides `before` is done with the page first and leaves it at its top, `after` when it has been scrolled
 */
export async function scrollingCost(
  browser: Browser,
  target: ListTarget,
  options: Pick<Options, 'quick' | 'seconds' | 'throttle'>,
  { before: first, after: last }: Besides = {},
): Promise<Cost> {
  const { quick, seconds, throttle } = options;
  const list = await openList(browser, target, options, quick && first ? LOOKED_AT_MS : undefined);
  await first?.(list);
  const { cdp } = list;
  await countMainThread(list);
  if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const endFrames = throttle > 1 ? await countFrames(browser) : undefined;
  const before = await mainThread(list);
  const started = performance.now();
  const way = await scroll(list, seconds);
  const after = await mainThread(list);
  const elapsed = (performance.now() - started) / 1000;
  const frames = await endFrames?.();
  await last?.(list);
  await list.close();
  const perSecond = (name: string) => ((after.get(name) ?? Number.NaN) - (before.get(name) ?? 0)) / elapsed;
  return {
    busy: perSecond('TaskDuration') * 1000,
    script: perSecond('ScriptDuration') * 1000,
    style: perSecond('RecalcStyleDuration') * 1000,
    layout: perSecond('LayoutDuration') * 1000,
    ...(frames && {
      frames: {
        made: frames.made / elapsed,
        changed: frames.changed / elapsed,
        drawn: frames.drawn / elapsed,
      },
    }),
    speed: way / elapsed,
  };
}

/** Why a list's costs can't be held against another's: it did not follow the finger. */
export function standingStill(name: string, costs: readonly Pick<Cost, 'speed'>[]): readonly string[] {
  const { median } = spread(costs.map(({ speed }) => speed));
  return median >= LEAST_SPEED ? [] : [`${name} did not follow the finger: ${median.toFixed(0)} px/s`];
}
