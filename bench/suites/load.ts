import type { Browser } from 'playwright';
import type { Product } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { besides, type Figure, versus } from '../figures/figure.ts';
import { compare, ratioOf, spread } from '../figures/method.ts';
import { lightweightCharts, reactDomAlone } from '../load/bundles.ts';
import { APP_WAY, AWAY_MS, type Ordered, orderOn, STEPS, type Way } from '../load/first-order.ts';
import { askOften, LIGHTHOUSE, lighthouseScore } from '../load/lighthouse.ts';
import { PAGE_WAY, serveOrderPage } from '../load/order-page.ts';
import { STATIC_ROW, serveStaticPage } from '../load/static-page.ts';
import { FAST, type Loaded, visit, visitTwice } from '../load/visit.ts';
import type { Options } from '../options.ts';
import { LIST_ROWS } from '../probe/phone.ts';
import { chromiumFor } from '../rig/chromium.ts';
import { openExchange } from '../rig/open-exchange.ts';
import type { Served } from '../rig/open-page.ts';
import { builtSizes, ensureBuilt } from '../rig/product-build.ts';
import { openRelay, type Relay } from '../rig/relay.ts';
import { wasUsed } from '../rig/shared.ts';
import { whileOpen } from '../rig/while-open.ts';

/** Time until the page has been painted. */
const WARM_UP_REST_MS = 300;

type LoadOptions = Pick<Options, 'quick' | 'dearRepetitions' | 'peers'>;

/** Costs of the first visit: bytes, and the time until the page is visible and usable. */
export async function runLoad(options: LoadOptions): Promise<readonly Figure[]> {
  await ensureBuilt();
  return whileOpen<[readonly Figure[], Browser, Product, Served], readonly Figure[]>(
    [
      { opened: weights(options), close: async () => undefined },
      chromiumFor(options),
      openExchange(),
      { opened: serveStaticPage(), close: ({ stop }) => stop() },
    ],
    async (weighed, browser, product, bare) => [
      ...weighed,
      ...(await whileOpen<[Served], readonly Figure[]>(
        [{ opened: serveOrderPage(product.url), close: ({ stop }) => stop() }],
        (form) =>
          whileOpen<[Relay, Relay], readonly Figure[]>(
            [openRelay(product.url, AWAY_MS), openRelay(form.url, AWAY_MS)],
            (far, farForm) =>
              besideStatic(browser, { url: product.url, bare: bare.url, far, farForm }, options),
          ),
      )),
      ...(await afterRowsAndAgain(browser, product.url, options)),
      ...(options.peers && !options.quick ? [await scoreFigure(product.url, options.dearRepetitions)] : []),
    ],
  );
}

/** Bytes have no noise: each is one figure, as a multiple of its peer's. */
async function weights({ peers }: LoadOptions): Promise<readonly Figure[]> {
  const sizes = await builtSizes();
  const beside = (name: string, part: string, peer: string, peerBytes: number, goal: number): Figure => {
    const bytes = sizes[part] ?? Number.NaN;
    return {
      name: `${name}, brotli`,
      row: 'P13',
      unit: `x ${peer}`,
      product: spread([bytes / peerBytes]),
      once: true,
      goal,
      details: { B: bytes, [`${peer}, B`]: peerBytes },
    };
  };
  const { firstRouteToReactDom, chartToLightweightCharts: toCharts } = budgets.load;
  const [reactDom, charts] = ['react-dom alone', 'lightweight-charts'];
  return [
    beside('first-route JS', 'firstRouteJs', reactDom, await reactDomAlone(), firstRouteToReactDom),
    ...(peers ? [beside('chart library chunk', 'chart', charts, await lightweightCharts(), toCharts)] : []),
  ];
}

interface Pages {
  /** The app. */
  readonly url: string;
  readonly bare: string;
  /** The app, and a page with one form, on the line of a slow phone. */
  readonly far: Relay;
  readonly farForm: Relay;
}

async function besideStatic(
  browser: Browser,
  { url, bare: bareUrl, far, farForm }: Pages,
  { quick, dearRepetitions }: LoadOptions,
): Promise<readonly Figure[]> {
  const seen: Loaded[] = [];
  const bare: Loaded[] = [];
  const ordered: Ordered[] = [];
  const byForm: Ordered[] = [];
  const ordering = (name: string, at: string, way: Way, all: Ordered[]) => ({
    name,
    async run() {
      const times = await orderOn(browser, at, way);
      all.push(times);
      console.error(`  ${name}: ${STEPS.map((step) => `${step} ${times[step].toFixed(0)}`).join(', ')} ms`);
      return times.filled;
    },
  });
  // The warm-up is for the browser too; with `--quick` one visit is enough.
  const warmUps = quick ? 0 : 1;
  if (quick && !wasUsed(browser)) await visit(browser, bareUrl, STATIC_ROW, { restMs: WARM_UP_REST_MS });
  const compared = await compare(
    [
      {
        name: 'product',
        async run() {
          const loaded = await visit(browser, url, LIST_ROWS);
          seen.push(loaded);
          const { largestPaintMs, blockingMs, layoutShift } = loaded;
          console.error(
            `  LCP ${largestPaintMs.toFixed(0)} ms, blocking ${blockingMs.toFixed(0)} ms, shift ${layoutShift.toFixed(4)}`,
          );
          return largestPaintMs;
        },
      },
      {
        name: 'static',
        async run() {
          const loaded = await visit(browser, bareUrl, STATIC_ROW);
          bare.push(loaded);
          return loaded.largestPaintMs;
        },
      },
      ordering('order', far.url, APP_WAY, ordered),
      ordering('order by form', farForm.url, PAGE_WAY, byForm),
    ],
    dearRepetitions,
    warmUps,
  );
  const counted = seen.slice(warmUps);
  return [
    {
      name: 'LCP, 4x CPU, 1.6 Mbit/s, 150 ms',
      row: 'P14',
      unit: 'ms',
      ...besides(compared, 'static', 'a static page of the same list'),
      goal: budgets.load.lcpToStaticPage,
      details: {
        'first contentful paint, ms': spread(counted.map((one) => one.firstPaintMs)).median,
        'largest element': seen.at(-1)?.largest ?? '',
      },
    },
    firstPrice(counted, bare.slice(warmUps)),
    firstOrder(ordered.slice(warmUps), byForm.slice(warmUps)),
    ...afterPaint(counted),
  ];
}

/** When the first price was painted, and how much later the socket changed it. */
function firstPrice(seen: readonly Loaded[], bare: readonly Loaded[]): Figure {
  const of = (all: readonly Loaded[]) => all.map(({ priceMs }) => priceMs || Number.NaN);
  return {
    name: 'first price, 4x CPU, 1.6 Mbit/s, 150 ms',
    row: 'P24',
    unit: 'ms',
    ...versus('a static page of the same list', of(seen), of(bare)),
    goal: budgets.load.firstPriceToStaticPage,
    details: {
      'changed later by, ms': spread(seen.map(({ priceMs, changeMs }) => (changeMs || Number.NaN) - priceMs))
        .median,
    },
  };
}

/** From the first byte to a filled demo order, by taps as soon as each control is there. */
function firstOrder(ordered: readonly Ordered[], byForm: readonly Ordered[]): Figure {
  const of = (all: readonly Ordered[]) => all.map(({ filled }) => filled);
  const at = (all: readonly Ordered[]) =>
    STEPS.map((step) => `${step} ${spread(all.map((one) => one[step])).median.toFixed(0)}`).join(', ');
  return {
    name: 'first order, 4x CPU, 1.6 Mbit/s, 150 ms',
    row: 'P25',
    unit: 'ms',
    ...versus('a static page with one form', of(ordered), of(byForm)),
    goal: budgets.load.firstOrderToStaticPage,
    details: { 'seen after, ms': at(ordered), 'of the form, ms': at(byForm) },
  };
}

const afterPaint = (seen: readonly Loaded[]): readonly Figure[] => [
  {
    name: 'total blocking time, 4x CPU',
    row: 'P14',
    unit: 'ms',
    product: spread(seen.map((one) => one.blockingMs)),
    goal: budgets.load.blockingMs,
  },
  {
    name: 'cumulative layout shift',
    row: 'P14',
    unit: 'of the viewport',
    product: spread([Math.max(...seen.map((one) => one.layoutShift))]),
    once: true,
    goal: budgets.load.layoutShift,
    details: { 'elements moved': seen.find((one) => one.layoutShift > 0)?.shifted.trim() || 'nothing' },
  },
];

/** How long after the rows their pictures come, on a fast and on a slow phone; and the visits after the first one. */
async function afterRowsAndAgain(
  browser: Browser,
  url: string,
  { quick, dearRepetitions }: LoadOptions,
): Promise<readonly Figure[]> {
  const visits = { fast: [] as Loaded[], slow: [] as Loaded[], again: [] as Loaded[] };
  for (let turn = quick ? 0 : -1; turn < dearRepetitions; turn++) {
    const fast = await visit(browser, url, LIST_ROWS, { profile: FAST });
    const { first, repeat } = await visitTwice(browser, url, LIST_ROWS);
    if (turn < 0) continue;
    visits.fast.push(fast);
    visits.slow.push(first);
    visits.again.push(repeat);
    console.error(
      `  sparklines ${delayOf(fast).toFixed(0)} ms after the rows, ${delayOf(first).toFixed(0)} ms at 4x CPU; LCP ${first.largestPaintMs.toFixed(0)} ms, then ${repeat.largestPaintMs.toFixed(0)} ms`,
    );
  }
  const { sparklinesToRows, sparklinesToRowsSlow, repeatToFirst } = budgets.load;
  const of = (part: 'largestPaintMs' | 'rowMs', all: readonly Loaded[]) => all.map((one) => one[part]);
  return [
    picturesFigure('first sparklines, fast phone', visits.fast, sparklinesToRows),
    picturesFigure('first sparklines, 4x CPU, 1.6 Mbit/s, 150 ms', visits.slow, sparklinesToRowsSlow),
    {
      name: 'LCP of a repeat visit, from the service worker',
      row: 'P14',
      unit: 'ms',
      ...versus('the first visit', of('largestPaintMs', visits.again), of('largestPaintMs', visits.slow)),
      goal: repeatToFirst,
      details: {
        'first contentful paint, ms': spread(visits.again.map((one) => one.firstPaintMs)).median,
        'largest element': visits.again.at(-1)?.largest ?? '',
        'its first row, x that of the first visit': ratioOf(
          of('rowMs', visits.again),
          of('rowMs', visits.slow),
        ).median,
      },
    },
  ];
}

const delayOf = ({ rowMs, pictureMs }: Loaded): number =>
  rowMs > 0 && pictureMs > 0 ? pictureMs - rowMs : Number.NaN;

/** The time of the first sparkline as a multiple of that of the first row: slow machines are slow with both. */
function picturesFigure(name: string, visits: readonly Loaded[], goal: number): Figure {
  const pictures = visits.map((one) => one.pictureMs || Number.NaN);
  const rows = visits.map(({ rowMs }) => rowMs);
  return {
    name,
    row: 'P14',
    unit: 'ms',
    ...versus('the first row', pictures, rows),
    goal,
    details: { 'after the rows, ms': Math.round(spread(visits.map(delayOf)).median) },
  };
}

async function scoreFigure(url: string, times: number): Promise<Figure> {
  const { scores, reason } = await askOften(times, () => lighthouseScore(url));
  const points = scores.map(({ score }) => score);
  const machine = spread(scores.map(({ benchmarkIndex }) => Math.round(benchmarkIndex)));
  console.error(`  Lighthouse: ${points.join(', ') || 'no score'}`);
  return {
    name: 'Lighthouse, mobile, performance',
    row: 'P14',
    unit: 'points',
    product: spread(points),
    goal: budgets.load.lighthouseScore,
    atLeast: true,
    details: {
      'Lighthouse version': LIGHTHOUSE,
      ...(points.length > 0 && {
        "Lighthouse's benchmark index": `${machine.median} [${machine.min}-${machine.max}]`,
      }),
      ...(reason === undefined ? {} : { 'repeats failed': reason }),
    },
  };
}
