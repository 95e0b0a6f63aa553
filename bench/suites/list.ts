import type { Browser } from 'playwright';
import { launchChromium } from '../../tests/helpers/chromium.ts';
import { type Product, startProduct } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { ensureBuilt } from '../built.ts';
import type { Figure } from '../figure.ts';
import { countCommits, type Ticking } from '../list/commits.ts';
import type { ListTarget } from '../list/page.ts';
import { OF_OTHERS, type OpenPeer, PLAIN_DOM, servePeer } from '../list/peers.ts';
import { busyFigures, flatFigure, type ListOptions } from '../list/turns.ts';
import { spread } from '../method.ts';
import { LIST_ROWS } from '../probe/phone.ts';
import { recordedTapes } from '../recorded-tape.ts';
import { type Tapes, writeTapes } from '../tape.ts';

const INSTRUMENTS = 500;
/** Ticks a second between which the page's work should hardly differ. */
const FEW = 2_000;
const MANY = 50_000;
/** How much slower its CPU is. */
const SLOW_PHONE = 6;
/** Of an exchange: to start it and to build what stands beside it. */
const START_S = 30;
/** Of a turn: a page that opens and settles on a busy machine. */
const OPEN_S = 10;

/**
 * The live list beside a plain-DOM optimum and pages of other makers: all in Chromium at phone size, from the same
 * exchange and built by the same bundler, while a finger scrolls.
 */
export async function runList(options: ListOptions): Promise<readonly Figure[]> {
  await ensureBuilt();
  const browser = await launchChromium();
  try {
    const figures: Figure[] = [];
    // A recording has the rate at which it was made.
    const rates = options.recording === undefined ? options.rates : options.rates.slice(0, 1);
    for (const rate of rates) figures.push(...(await atRate(browser, rate, options)));
    // Where one rate is asked for, others and other phones are not of interest.
    if (rates.length > 1) {
      figures.push(await flat(browser, options));
      if (options.throttle === 1)
        figures.push(...(await atRate(browser, Math.max(...rates), { ...options, throttle: SLOW_PHONE })));
    }
    return figures;
  } finally {
    await browser.close();
  }
}

/** Peers of other makers are dear: only at the highest rate. */
const peersAt = (rate: number, { peers, rates }: ListOptions) =>
  peers && rate === Math.max(...rates) ? [PLAIN_DOM, ...OF_OTHERS] : [PLAIN_DOM];

async function atRate(browser: Browser, rate: number, options: ListOptions): Promise<readonly Figure[]> {
  const planned = peersAt(rate, options);
  const seconds = START_S + turnsOf(planned.length, options) * (options.seconds + OPEN_S);
  const tapes =
    options.recording === undefined
      ? await writeTapes({ instruments: INSTRUMENTS, ticksPerSecond: rate, seconds })
      : await recordedTapes(options.recording, seconds);
  return onExchanges([tapes], async ([product]) => {
    const peers: OpenPeer[] = [];
    try {
      const target = targetOf(product);
      for (const peer of planned) peers.push(await servePeer(peer, target.url));
      const load =
        options.recording === undefined ? `${INSTRUMENTS} instruments, ${rate} ticks/s` : 'a recording';
      const where = `${load}, ${options.throttle}x CPU`;
      const ticking = await countCommits(browser, target, options);
      if (ticking.commitsOnFilter === 0)
        throw new Error('no commit of React was seen at all: nothing is counted');
      return [...(await busyFigures(browser, where, target, peers, options)), commitsFigure(where, ticking)];
    } finally {
      for (const peer of peers) await peer.stop();
    }
  });
}

/** The tape must outlast all turns: those that count, a look at each page, and the counting of commits. */
const turnsOf = (peers: number, { quick, repetitions, dearRepetitions }: ListOptions): number =>
  repetitions * 2 + dearRepetitions * (peers - 1) + (quick ? 1 : peers + 3);

async function flat(browser: Browser, options: ListOptions): Promise<Figure> {
  const seconds = START_S + options.dearRepetitions * 2 * (options.seconds + OPEN_S);
  const few = await writeTapes({ instruments: INSTRUMENTS, ticksPerSecond: FEW, seconds });
  const many = await writeTapes({ instruments: INSTRUMENTS, ticksPerSecond: MANY, seconds });
  return onExchanges([few, many], ([quiet, loud]) =>
    flatFigure(
      browser,
      `${INSTRUMENTS} instruments, ${options.throttle}x CPU`,
      { few: targetOf(quiet), many: targetOf(loud) },
      { few: `${FEW} ticks/s`, many: `${MANY} ticks/s` },
      options,
    ),
  );
}

/** Starts an exchange on each of the tapes, and removes them afterwards. */
async function onExchanges<T>(
  tapes: readonly Tapes[],
  run: (products: readonly Product[]) => Promise<T>,
): Promise<T> {
  const products: Product[] = [];
  try {
    for (const { feed } of tapes) products.push(await startProduct({ FEED: feed }));
    return await run(products);
  } finally {
    for (const product of products) await product.stop();
    for (const tape of tapes) await tape.remove();
  }
}

function targetOf(product: Product | undefined): ListTarget {
  if (product === undefined) throw new Error('no exchange was started');
  return { url: product.url, rows: LIST_ROWS };
}

const commitsFigure = (where: string, { commits, texts, commitsOnScroll }: Ticking): Figure => ({
  name: `React commits while ticking, ${where}`,
  unit: 'commits',
  product: spread([commits]),
  goal: budgets.list.reactCommits,
  details: { 'texts written meanwhile': texts, 'commits on a scroll afterwards': commitsOnScroll },
});
