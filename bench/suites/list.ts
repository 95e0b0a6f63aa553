import type { Browser } from 'playwright';
import { launchChromium } from '../../tests/helpers/chromium.ts';
import { startProduct } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { ensureBuilt } from '../built.ts';
import type { Figure } from '../figure.ts';
import { countCommits, type Ticking } from '../list/commits.ts';
import { type Cost, scrollingCost } from '../list/cost.ts';
import { checkEqualWork, type Work, workOf } from '../list/equal-work.ts';
import type { ListTarget } from '../list/page.ts';
import { buildPeer } from '../list/peer.ts';
import { compare, spread } from '../method.ts';
import type { Options } from '../options.ts';
import { recordedTapes } from '../recorded-tape.ts';
import { writeTapes } from '../tape.ts';

const INSTRUMENTS = 500;
const PRODUCT_ROWS = 'li[aria-posinset] a[href^="/trade?id="]';
const PEER_ROWS = '.row';

type ListOptions = Pick<Options, 'repetitions' | 'seconds' | 'throttle' | 'rates' | 'recording'>;

/**
 * The live list beside a plain-DOM optimum: both in Chromium at phone size, from the same exchange and built by the same
 * bundler, while a finger scrolls.
 */
export async function runList(options: ListOptions): Promise<readonly Figure[]> {
  await ensureBuilt();
  const browser = await launchChromium();
  try {
    const figures: Figure[] = [];
    // A recording has the rate at which it was made.
    const rates = options.recording === undefined ? options.rates : options.rates.slice(0, 1);
    for (const rate of rates) figures.push(...(await atRate(browser, rate, options)));
    return figures;
  } finally {
    await browser.close();
  }
}

async function atRate(browser: Browser, rate: number, options: ListOptions): Promise<readonly Figure[]> {
  const seconds = secondsNeeded(options);
  const tapes =
    options.recording === undefined
      ? await writeTapes({ instruments: INSTRUMENTS, ticksPerSecond: rate, seconds })
      : await recordedTapes(options.recording, seconds);
  const product = await startProduct({ FEED: tapes.feed });
  try {
    const peer = await buildPeer(product.url);
    try {
      return await besidePeer(
        browser,
        rate,
        { url: product.url, rows: PRODUCT_ROWS },
        { url: peer.url, rows: PEER_ROWS },
        options,
      );
    } finally {
      await peer.stop();
    }
  } finally {
    await product.stop();
    await tapes.remove();
  }
}

/** The tape must outlast all turns, each with the opening of a page on a busy machine. */
const secondsNeeded = ({ repetitions, seconds }: ListOptions): number =>
  60 + (repetitions * 2 + 6) * (seconds + 10);

async function besidePeer(
  browser: Browser,
  rate: number,
  product: ListTarget,
  peer: ListTarget,
  options: ListOptions,
): Promise<readonly Figure[]> {
  const work = { product: await workOf(browser, product), peer: await workOf(browser, peer) };
  checkEqualWork(work.product, work.peer);
  const ticking = await countCommits(browser, product, options.seconds);
  if (ticking.commitsOnFilter === 0)
    throw new Error('no commit of React was seen at all: nothing is counted');

  const seen = { product: [] as Cost[], peer: [] as Cost[] };
  const turn = (whose: 'product' | 'peer', target: ListTarget) => async () => {
    const cost = await scrollingCost(browser, target, options);
    seen[whose].push(cost);
    console.error(`  ${rate} ticks/s, ${whose}: ${cost.busy.toFixed(0)} ms/s`);
    return cost.busy;
  };
  const { costs, ratios } = await compare(
    [
      { name: 'product', run: turn('product', product) },
      { name: 'peer', run: turn('peer', peer) },
    ],
    options.repetitions,
  );
  const ratio = ratios.peer;
  if (costs.product === undefined || costs.peer === undefined || ratio === undefined)
    throw new Error('nothing was compared');
  const load =
    options.recording === undefined ? `${INSTRUMENTS} instruments, ${rate} ticks/s` : 'a recording';
  const where = `${load}, ${options.throttle}x CPU`;
  return [
    {
      name: `list busy, ${where}`,
      unit: 'ms/s',
      product: costs.product,
      peer: { name: 'plain DOM', cost: costs.peer },
      ratio,
      goal: budgets.list.busyToPlainDom,
      details: {
        Chromium: browser.version(),
        ...breakdown('product', seen.product, work.product),
        ...breakdown('plain DOM', seen.peer, work.peer),
      },
    },
    commitsFigure(where, ticking),
  ];
}

function breakdown(name: string, costs: readonly Cost[], { rows, texts }: Work): Record<string, string> {
  const median = (part: keyof Cost) => spread(costs.map((cost) => cost[part])).median.toFixed(0);
  return {
    [name]: `script ${median('script')}, style ${median('style')}, layout ${median('layout')} ms/s, ${median('layouts')} layouts/s at ${median('speed')} px/s; standing still ${rows} rows, ${texts.toFixed(0)} texts/s`,
  };
}

const commitsFigure = (where: string, { commits, texts, commitsOnScroll }: Ticking): Figure => ({
  name: `React commits while ticking, ${where}`,
  unit: 'commits',
  product: spread([commits]),
  goal: budgets.list.reactCommits,
  details: { 'texts written meanwhile': texts, 'commits on a scroll afterwards': commitsOnScroll },
});
