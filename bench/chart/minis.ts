import type { Browser } from 'playwright';
import budgets from '../budgets.json' with { type: 'json' };
import { besides, type Figure } from '../figures/figure.ts';
import { compare } from '../figures/method.ts';
import type { Options } from '../options.ts';
import { onBenchPage, spentOn } from '../probe/phone.ts';
import type { MiniBench, Way } from './bench-chart.ts';

declare const bench: MiniBench;

type MiniOptions = Pick<Options, 'quick' | 'dearRepetitions'>;

/** Rounds of the warm-up, and rounds that are measured. */
const USUAL = { warmUps: 20, rounds: 20 };
const QUICK = { warmUps: 6, rounds: 12 };
/** The smallest measurable cost, ms. */
const LEAST_MS = 0.02;

/** Compares mounting ten of the product's mini charts with SVG paths. The list's plain DOM has such paths while it scrolls. */
export async function miniFigures(
  browser: Browser,
  url: string,
  { quick, dearRepetitions }: MiniOptions,
): Promise<readonly Figure[]> {
  const drawing: number[] = [];
  const turn = (name: string, way: Exclude<Way, 'nothing'>) => ({
    name,
    async run() {
      const { cost, firstTime } = await mountCost(browser, url, way, quick ? QUICK : USUAL);
      if (firstTime !== undefined) drawing.push(firstTime);
      return cost;
    },
  });
  const mounting = await compare(
    [turn('product', 'product'), turn('svg', 'svg')],
    dearRepetitions,
    quick ? 0 : 1,
  );
  return [
    {
      name: 'mounting 10 mini charts vs SVG paths',
      row: 'P11',
      unit: 'ms',
      ...besides(mounting, 'svg', 'SVG paths'),
      goal: budgets.chart.minisToSvg,
      details: {
        'loading the drawing code and first drawing of 11 charts in idle time, ms': Math.min(...drawing),
      },
    },
  ];
}

/** Cost of mounting and removing ten, minus the cost of the same frames without them. */
async function mountCost(
  browser: Browser,
  url: string,
  way: Way,
  { warmUps, rounds: counted }: typeof USUAL,
) {
  return onBenchPage(browser, url, async ({ page, cdp }) => {
    const drawn =
      way === 'product' ? await spentOn(cdp, () => page.evaluate(() => bench.drawAll())) : undefined;
    const rounds = (one: Way, count = counted) =>
      spentOn(cdp, () => page.evaluate(([one, count]) => bench.rounds(one, count), [one, count] as const));
    await rounds(way, warmUps);
    const idle = await rounds('nothing');
    const busy = await rounds(way);
    return {
      cost: Math.max(LEAST_MS, (busy.spent.busy - idle.spent.busy) / counted),
      firstTime: drawn?.spent.busy,
    };
  });
}
