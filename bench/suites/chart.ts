import type { Browser } from 'playwright';
import { FIVE_INDICATORS } from '../chart/bench-chart.ts';
import {
  type ChartTurns,
  candleFigures,
  checkSameLooks,
  KLINECHARTS,
  LIGHTWEIGHT,
  PRODUCT,
  PRODUCT_MANY,
  PRODUCT_PLAIN,
  PRODUCT_STUDIED,
} from '../chart/chart-figures.ts';
import { type ChartTurn, chartTurn } from '../chart/chart-turn.ts';
import { miniFigures } from '../chart/minis.ts';
import type { Figure } from '../figures/figure.ts';
import { compare } from '../figures/method.ts';
import type { Options } from '../options.ts';
import { openChromium } from '../rig/chromium.ts';
import { openPage, type Served } from '../rig/open-page.ts';
import { type Opening, whileOpen } from '../rig/while-open.ts';

const FEW = 300;
const MANY = 10_000;
const SEVERAL = 5_000;

/** A canvas that observes its size in device pixels uses the real screen's scale, not the emulated one. */
const DENSE_SCREEN = ['--force-device-scale-factor=2'];

/** Folder of a chart's page, and the number of candles. */
interface Chart {
  readonly name: string;
  readonly folder: string;
  readonly candles: number;
  readonly indicators?: readonly string[];
}

const OWN: readonly Chart[] = [
  { name: PRODUCT, folder: 'chart/product', candles: FEW },
  { name: PRODUCT_MANY, folder: 'chart/product', candles: MANY },
  { name: PRODUCT_PLAIN, folder: 'chart/product', candles: SEVERAL },
  { name: PRODUCT_STUDIED, folder: 'chart/product', candles: SEVERAL, indicators: FIVE_INDICATORS },
];

/** Built with a third-party package, in `bench/peers`. */
const OF_OTHERS: readonly Chart[] = [
  { name: LIGHTWEIGHT, folder: 'peers/chart/lightweight-charts', candles: FEW },
  { name: KLINECHARTS, folder: 'peers/chart/klinecharts', candles: FEW },
];

type ChartOptions = Pick<Options, 'quick' | 'dearRepetitions' | 'peers'>;

/**
 * Measures candle charts and mini charts at phone size in Chromium: CPU of the main thread, the same candles on each.
 */
export async function runChart(options: ChartOptions): Promise<readonly Figure[]> {
  const charts = options.peers ? [...OWN, ...OF_OTHERS] : OWN;
  const folders = [...new Set([...charts.map((chart) => chart.folder), 'chart/minis'])];
  const openings: readonly [Opening<Browser>, ...Opening<Served>[]] = [
    openChromium(DENSE_SCREEN),
    ...folders.map((folder) => openPage(folder)),
  ];
  return whileOpen<[Browser, ...Served[]], readonly Figure[]>(openings, async (browser, ...served) => {
    const urlOf = (folder: string) => served[folders.indexOf(folder)]?.url ?? '';
    const turns = await takeTurns(browser, charts, urlOf, options);
    return [...candleFigures(turns), ...(await miniFigures(browser, urlOf('chart/minis'), options))];
  });
}

async function takeTurns(
  browser: Browser,
  charts: readonly Chart[],
  urlOf: (folder: string) => string,
  { quick, dearRepetitions }: ChartOptions,
): Promise<ChartTurns> {
  const turns = new Map<string, readonly ChartTurn[]>();
  // The warm-up is for the browser too; with `--quick` one chart warms it up for all.
  const warmUps = quick ? 0 : 1;
  if (quick) await chartTurn(browser, urlOf('chart/product'), { candles: FEW, quick });
  await compare(
    charts.map(({ name, folder, candles, indicators = [] }) => ({
      name,
      async run() {
        const query = indicators.map((one) => `indicator=${one}`).join('&');
        const turn = await chartTurn(browser, `${urlOf(folder)}?${query}`, {
          candles,
          quick,
          ...(name === PRODUCT && { profile: { name: 'chart' } }),
        });
        turns.set(name, [...(turns.get(name) ?? []), turn]);
        const product = turns.get(PRODUCT)?.[0] ?? turn;
        // Panes take room from the candles.
        if (indicators.length > 0) checkSameLooks(product.looks, turn.looks, name, ['span', 'dragged']);
        else checkSameLooks(product.looks, turn.looks, name);
        return turn.paint;
      },
    })),
    dearRepetitions,
    warmUps,
  );
  return new Map([...turns].map(([name, all]) => [name, all.slice(warmUps)]));
}
