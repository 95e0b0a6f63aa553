import type { Browser, CDPSession } from 'playwright';
import { onBenchPage, spentOn } from '../probe/phone.ts';
import { stroke } from '../probe/stroke.ts';
import { type Profiled, whileProfiled } from '../profile/profiled.ts';
import type { ChartBench } from './bench-chart.ts';

/** Costs of one chart, ms of the main thread's CPU. */
export interface ChartTurn {
  /** All tasks from creation until the chart is painted. */
  readonly paint: number;
  /** Script part of `paint`. */
  readonly mountScript: number;
  /** Script time of a change of the last candle. */
  readonly update: number;
  /** Script time per frame in which a drag moved the candles. */
  readonly pan: number;
  /**
   * Script time per painted frame of the drag, moved or not. A chart that seldom follows has little to do in most
   * frames.
   */
  readonly panFrame: number;
  readonly looks: Looks;
}

/** What the chart showed. It must be the same for all charts, or their costs are not comparable. */
export interface Looks {
  /** Candles in view, including the empty space after the last one. */
  readonly span: number;
  readonly up: number;
  readonly down: number;
  /** Number of candles by which a drag moved the view. */
  readonly dragged: number;
}

/** A chart that moves in fewer frames did not follow the finger. */
const LEAST_MOVED = 5;

export interface TurnOptions {
  readonly candles: number;
  readonly quick: boolean;
  /** The profile of its page, in a run that takes profiles. */
  readonly profile?: Profiled | undefined;
}

/** The product names the day a moment after its first paint, which draws all once more: no tick's cost. */
const SETTLE_MS = 400;

const USUAL = { updates: 60, strokes: 2 };
const QUICK = { updates: 30, strokes: 1 };
const STROKE = { startX: 40, length: 240, ms: 500, y: 160 } as const;

declare const bench: ChartBench;

/** Reloads the page, so that its code is as cold as on a first visit, and measures all costs of one chart. */
export async function chartTurn(browser: Browser, url: string, options: TurnOptions): Promise<ChartTurn> {
  const { updates, strokes } = options.quick ? QUICK : USUAL;
  return onBenchPage(browser, url, async ({ page, cdp }) => {
    await page.evaluate((candles) => bench.prepare(candles), options.candles);
    const use = async () => {
      const mounting = await spentOn(cdp, () => page.evaluate(() => bench.mount()));
      await page.waitForTimeout(SETTLE_MS);
      const ticking = await spentOn(cdp, () => page.evaluate((count) => bench.tick(count), updates));
      const before = await page.evaluate(() => bench.seen());
      await page.evaluate(() => bench.follow());
      return { mounting, ticking, before, dragging: await spentOn(cdp, () => drag(cdp, strokes)) };
    };
    const { mounting, ticking, before, dragging } = await whileProfiled(options.profile, cdp, use);
    const { frames, moved } = await page.evaluate(() => bench.followed());
    const after = await page.evaluate(() => bench.seen());
    if (moved < LEAST_MOVED) throw new Error(`${url} moved in ${moved} of ${frames} frames of a drag`);
    const painted = await page.evaluate(() => bench.painted());
    return {
      paint: mounting.spent.busy,
      mountScript: mounting.spent.script,
      update: ticking.spent.script / updates,
      pan: dragging.spent.script / moved,
      panFrame: dragging.spent.script / frames,
      looks: { span: before.to - before.from, dragged: before.from - after.from, ...painted },
    };
  });
}

/** Drags older candles into view, stroke by stroke. */
async function drag(cdp: CDPSession, strokes: number): Promise<void> {
  const { startX, length, ms, y } = STROKE;
  for (let at = 0; at < strokes; at++) await stroke(cdp, ms, (part) => ({ x: startX + length * part, y }));
}
