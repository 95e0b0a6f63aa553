import type { Browser } from 'playwright';
import { spread } from '../figures/method.ts';
import type { Options } from '../options.ts';
import { meterCpu } from '../probe/cpu.ts';
import { countFrames, type Frames } from '../probe/frames.ts';
import { countMainThread, mainThread } from '../probe/phone.ts';
import { type Profiled, whileProfiled } from '../profile/capture.ts';
import { type ListPage, type ListTarget, openList, scroll } from './page.ts';

/** Main-thread work of the page in a second of scrolling. */
export interface Cost {
  /** All tasks, ms of CPU a second. */
  readonly busy: number;
  /** Parts of `busy`, ms of CPU a second. */
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  /** The page's workers, ms of CPU a second; NaN where the system does not tell. */
  readonly worker: number;
  /** Frames a second. Counted only on a slow phone, where they are a figure. */
  readonly frames?: Frames;
  /** Scroll speed, px/s. */
  readonly speed: number;
}

/** px/s. A slower list hardly followed the finger, and its work cannot be compared with that of a list that did. */
const LEAST_SPEED = 200;

/** Settle time with `--quick` for a page with a `before` step, during which it also settles. */
const LOOKED_AT_MS = 200;

interface Besides {
  /** The profile that is taken while it scrolls, in a run that takes profiles. */
  readonly profile?: Profiled;
  before?(list: ListPage): Promise<void>;
  after?(list: ListPage): Promise<void>;
}

/**
 * Opens the list in a new profile and scrolls it. Measures CPU time of the thread, so that the load of other processes
 * does not count.
 * @param besides `before` runs before the scrolling and leaves the page at its top; `after` runs after it
 */
export async function scrollingCost(
  browser: Browser,
  target: ListTarget,
  options: Pick<Options, 'quick' | 'seconds' | 'throttle'>,
  { before: first, after: last, profile }: Besides = {},
): Promise<Cost> {
  const { quick, seconds, throttle } = options;
  const list = await openList(browser, target, options, quick && first ? LOOKED_AT_MS : undefined);
  await first?.(list);
  const { cdp } = list;
  await countMainThread(list);
  if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
  const endFrames = throttle > 1 ? await countFrames(browser) : undefined;
  const cpu = await meterCpu(browser);
  const before = await mainThread(list);
  const { workers } = await cpu();
  const started = performance.now();
  const way = await whileProfiled(profile, cdp, () => scroll(list, seconds));
  const after = await mainThread(list);
  const worked = (await cpu()).workers - workers;
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
    worker: (worked / elapsed) * 1000,
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

/** Sentences about lists whose costs cannot be compared because they did not follow the finger. */
export function standingStill(name: string, costs: readonly Pick<Cost, 'speed'>[]): readonly string[] {
  const { median } = spread(costs.map(({ speed }) => speed));
  return median >= LEAST_SPEED ? [] : [`${name} did not follow the finger: ${median.toFixed(0)} px/s`];
}
