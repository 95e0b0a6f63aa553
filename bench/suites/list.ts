import type { Browser } from 'playwright';
import type { Product } from '../../tests/helpers/product.ts';
import type { Figure } from '../figures/figure.ts';
import { isAsked } from '../figures/planned.ts';
import {
  besidesNames,
  busyFigures,
  busyName,
  flatFigure,
  framesName,
  type ListOptions,
} from '../list/list-figures.ts';
import type { ListTarget } from '../list/list-page.ts';
import { OF_OTHERS, type OpenPeer, openPeer, PLAIN_DOM } from '../list/list-peers.ts';
import { LIST_ROWS } from '../probe/phone.ts';
import { chromiumFor } from '../rig/chromium.ts';
import { BUSY, openBusy, openPlaying } from '../rig/open-exchange.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { whileOpen } from '../rig/while-open.ts';
import { writeTapes } from '../tapes/tape.ts';

const { instruments, ticksPerSecond } = BUSY;
/** The rates of the comparison: the page's work should hardly differ between them. */
const [FEW, MANY] = [2_000, 50_000];
/** Time to start an exchange and to build the peers. */
const START_S = 30;
/** Time of a turn in addition to the scrolling: a page opens and settles on a busy machine, sooner with `--quick`. */
const openS = ({ quick }: ListOptions): number => (quick ? 7 : 10);

/** An exchange and the pages that are measured on it. */
interface Stage {
  /** Ticks a second. */
  readonly rate: number;
  /** CPU slowdown of the page's main thread. */
  readonly throttle: number;
  /** Whether pages built with third-party packages are measured too; they take long. */
  readonly others: boolean;
}

const QUICK: readonly Stage[] = [{ rate: ticksPerSecond, throttle: 1, others: false }];
const FULL: readonly Stage[] = [
  { rate: 500, throttle: 1, others: false },
  { rate: ticksPerSecond, throttle: 1, others: true },
  { rate: ticksPerSecond, throttle: 6, others: true },
];
const FLAT = `list main-thread time at ${MANY} ticks/s vs ${FEW} ticks/s, ${instruments} instruments, 1x CPU`;

/**
 * Compares the live list with a plain-DOM optimum and third-party pages: all in Chromium at phone size, on the same
 * exchange and built by the same bundler, while a finger scrolls.
 */
export async function runList(options: ListOptions): Promise<readonly Figure[]> {
  await ensureBuilt();
  return whileOpen<[Browser], readonly Figure[]>([chromiumFor(options)], async (browser) => {
    const figures: Figure[] = [];
    for (const stage of options.quick ? QUICK : FULL)
      figures.push(...(await onStage(browser, stage, options)));
    if (!options.quick && isAsked(options.only, FLAT)) figures.push(await flat(browser, options));
    return figures;
  });
}

async function onStage(
  browser: Browser,
  { rate, throttle, others }: Stage,
  options: ListOptions,
): Promise<readonly Figure[]> {
  const where = `${instruments} instruments, ${rate} ticks/s, ${throttle}x CPU`;
  const isWanted = (peer: string) =>
    [busyName(peer, where), framesName(peer, where)].some((name) => isAsked(options.only, name));
  const wanted = (others && options.peers ? OF_OTHERS : []).filter(
    ({ name, frames }) => (throttle === 1 || frames !== undefined) && isWanted(name),
  );
  const isOneBeside = besidesNames(where).some((name) => isAsked(options.only, name));
  if (wanted.length === 0 && !isWanted(PLAIN_DOM.name) && !isOneBeside) return [];
  const planned = [PLAIN_DOM, ...wanted];
  const seconds = START_S + turnsOf(planned.length, options) * (options.seconds + openS(options));
  const exchange =
    rate === ticksPerSecond
      ? await openBusy(seconds, options)
      : openPlaying(writeTapes({ instruments, ticksPerSecond: rate, seconds }));
  return whileOpen<[Product], readonly Figure[]>([exchange], (product) =>
    whileOpen<readonly OpenPeer[], readonly Figure[]>(
      planned.map((peer) => openPeer(peer, product.url)),
      (...peers) => busyFigures({ browser, where, throttle, product: targetOf(product), peers }, options),
    ),
  );
}

/** Number of turns that the tape must outlast: the measured ones, and a reading of each page. */
const turnsOf = (peers: number, { quick, repetitions }: ListOptions): number =>
  repetitions * (peers + 1) + (quick ? 1 : peers + 2);

async function flat(browser: Browser, options: ListOptions): Promise<Figure> {
  const seconds = START_S + options.dearRepetitions * 2 * (options.seconds + openS(options));
  const playing = (rate: number) => openPlaying(writeTapes({ instruments, ticksPerSecond: rate, seconds }));
  return whileOpen<[Product, Product], Figure>([playing(FEW), playing(MANY)], (quiet, loud) =>
    flatFigure(
      browser,
      FLAT,
      { few: targetOf(quiet), many: targetOf(loud) },
      { few: `${FEW} ticks/s`, many: `${MANY} ticks/s` },
      options,
    ),
  );
}

const targetOf = ({ url }: Product): ListTarget => ({ url, rows: LIST_ROWS });
