import type { Browser } from 'playwright';
import { spread } from '../figures/method.ts';
import type { Options } from '../options.ts';
import { countFrames, type Frames } from '../probe/count-frames.ts';
import { meterCpu } from '../probe/cpu.ts';
import { countMainThread, type Spent, slowDown, spentOn } from '../probe/phone.ts';
import { type Profiled, whileProfiled } from '../profile/profiled.ts';
import { type ListPage, type ListTarget, openList, scroll } from './list-page.ts';

/** Main-thread work of the page in a second of scrolling. */
export interface Cost extends Spent {
  /** The page's workers, ms of CPU a second; NaN where the system does not report it. */
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
}

/**
 * Opens the list in a new profile and scrolls it. Measures CPU time of the thread, so that the load of other processes
 * does not count.
 * @param besides `before` runs before the scrolling and leaves the page at its top
 */
export async function scrollingCost(
  browser: Browser,
  target: ListTarget,
  options: Pick<Options, 'quick' | 'seconds'> & { readonly throttle: number },
  { before: first, profile }: Besides = {},
): Promise<Cost> {
  const { quick, seconds, throttle } = options;
  const list = await openList(browser, target, options, quick && first ? LOOKED_AT_MS : undefined);
  await first?.(list);
  const { cdp } = list;
  await countMainThread(list);
  await slowDown(list, throttle);
  const endFrames = throttle > 1 ? await countFrames(browser) : undefined;
  const cpu = await meterCpu(browser);
  const { workers } = await cpu();
  const whole = await spentOn(cdp, () => whileProfiled(profile, cdp, () => scroll(list, seconds)));
  const worked = (await cpu()).workers - workers;
  const elapsed = whole.tookMs / 1000;
  const frames = await endFrames?.();
  await list.close();
  const each = (amount: number) => amount / elapsed;
  const { busy, script, style, layout, styles, layouts } = whole.spent;
  return {
    busy: each(busy),
    script: each(script),
    style: each(style),
    layout: each(layout),
    styles: each(styles),
    layouts: each(layouts),
    worker: each(worked * 1000),
    ...(frames && {
      frames: { made: each(frames.made), changed: each(frames.changed), drawn: each(frames.drawn) },
    }),
    speed: each(whole.gave),
  };
}

/** Sentences about lists whose costs cannot be compared because they did not follow the finger. */
export function standingStill(name: string, costs: readonly Pick<Cost, 'speed'>[]): readonly string[] {
  const { median } = spread(costs.map(({ speed }) => speed));
  return median >= LEAST_SPEED ? [] : [`${name} did not follow the finger: ${median.toFixed(0)} px/s`];
}
