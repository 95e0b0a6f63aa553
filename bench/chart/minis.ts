import type { Browser } from 'playwright';
import budgets from '../budgets.json' with { type: 'json' };
import { besides, type Figure } from '../figures/figure.ts';
import { compare } from '../figures/method.ts';
import { scroll } from '../list/list-page.ts';
import type { Options } from '../options.ts';
import { onBenchPage, spentOn } from '../probe/phone.ts';
import type { MiniBench, Way } from './bench-chart.ts';

declare const bench: MiniBench;

type MiniOptions = Pick<Options, 'quick' | 'dearRepetitions' | 'seconds' | 'throttle'>;

type Shown = Exclude<Way, 'nothing'>;

/** Rounds of the warm-up, and rounds that are measured. */
const USUAL = { warmUps: 20, rounds: 20 };
const QUICK = { warmUps: 6, rounds: 12 };
/** Ten mini charts that are mounted and removed, and one that stays. */
const MOUNTED = 11;
/** The whole list: the measured scrolling only passes mini charts that were drawn before. */
const DRAWN = 500;
/** The smallest measurable cost, ms. */
const LEAST_MS = 0.02;

/** Compares the product's mini charts with SVG paths: mounting ten and, without `--quick`, scrolling a list of them. */
export async function miniFigures(
  browser: Browser,
  url: string,
  options: MiniOptions,
): Promise<readonly Figure[]> {
  const drawing: number[] = [];
  const mounting = await turns(options, async (way) => {
    const { cost, firstTime } = await mountCost(browser, url, way, options);
    if (firstTime !== undefined) drawing.push(firstTime);
    return cost;
  });
  return [
    {
      name: 'mounting 10 mini charts vs SVG paths',
      row: 'P11',
      unit: 'ms',
      ...besides(mounting, 'svg', 'SVG paths'),
      goal: budgets.chart.minisToSvg,
      details: {
        [`loading the drawing code and first drawing of ${MOUNTED} charts in idle time, ms`]: Math.min(
          ...drawing,
        ),
      },
    },
    ...(options.quick ? [] : [await scrollFigure(browser, url, options)]),
  ];
}

async function scrollFigure(browser: Browser, url: string, options: MiniOptions): Promise<Figure> {
  const scrolling = await turns(options, (way) => scrollCost(browser, url, way, options));
  return {
    name: 'scrolling mini charts vs SVG paths',
    row: 'P11',
    unit: 'ms/s',
    ...besides(scrolling, 'svg', 'SVG paths'),
    goal: budgets.chart.scrollWithMinisToSvg,
  };
}

const turns = ({ quick, dearRepetitions }: MiniOptions, run: (way: Shown) => Promise<number>) =>
  compare(
    [
      { name: 'product', run: () => run('product') },
      { name: 'svg', run: () => run('svg') },
    ],
    dearRepetitions,
    quick ? 0 : 1,
  );

/** Cost of mounting and removing ten, minus the cost of the same frames without them. */
async function mountCost(browser: Browser, url: string, way: Shown, options: MiniOptions) {
  const { warmUps, rounds: counted } = options.quick ? QUICK : USUAL;
  return onBenchPage(browser, url, options.throttle, async ({ page, cdp }) => {
    const drawn =
      way === 'product'
        ? await spentOn(cdp, () => page.evaluate((count) => bench.drawAll(count), MOUNTED))
        : undefined;
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

/** Cost of a second of scrolling; all mini charts were drawn before. */
async function scrollCost(browser: Browser, url: string, way: Shown, options: MiniOptions): Promise<number> {
  return onBenchPage(browser, url, options.throttle, async ({ page, cdp }) => {
    if (way === 'product') await page.evaluate((count) => bench.drawAll(count), DRAWN);
    await page.evaluate((way) => bench.list(way), way);
    await page.waitForTimeout(500);
    const { spent, tookMs, gave } = await spentOn(cdp, () => scroll({ page, cdp }, options.seconds));
    if (gave === 0) throw new Error('the list of mini charts did not scroll');
    return (spent.busy * 1000) / tookMs;
  });
}
