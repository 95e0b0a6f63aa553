import type { Browser } from 'playwright';
import type { Product } from '../../tests/helpers/product.ts';
import type { Figure } from '../figures/figure.ts';
import { isAsked } from '../figures/planned.ts';
import { airFigure, airName } from '../list/air.ts';
import {
  busyFigures,
  busyName,
  flatFigure,
  framesName,
  type ListOptions,
  workerName,
} from '../list/list-figures.ts';
import type { ListTarget } from '../list/list-page.ts';
import { OF_OTHERS, type OpenPeer, openPeer, PLAIN_DOM } from '../list/list-peers.ts';
import { listPlan, type Stage } from '../list/plan.ts';
import { LIST_ROWS } from '../probe/phone.ts';
import { chromiumFor } from '../rig/chromium.ts';
import { BUSY, openBusy, openPlaying } from '../rig/open-exchange.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { type Opening, whileOpen } from '../rig/while-open.ts';
import { recordedTapes } from '../tapes/recorded-tape.ts';
import { writeTapes } from '../tapes/tape.ts';

const INSTRUMENTS = BUSY.instruments;
/** The lower rate of the comparison: the page's work should hardly differ between it and the highest rate. */
const FEW = 2_000;
const MANY = 50_000;
/** Time to start an exchange and to build the peers. */
const START_S = 30;
/** Time of a turn in addition to the scrolling: a page opens and settles on a busy machine. */
const OPEN_S = 10;
/** The same with `--quick`, where the page settles sooner. */
const QUICK_OPEN_S = 7;

/**
 * Compares the live list with a plain-DOM optimum and third-party pages: all in Chromium at phone size, on the same
 * exchange and built by the same bundler, while a finger scrolls.
 */
export async function runList(options: ListOptions): Promise<readonly Figure[]> {
  await ensureBuilt();
  return whileOpen<[Browser], readonly Figure[]>([chromiumFor(options)], async (browser) => {
    const { stages, isApart } = listPlan(options);
    const figures: Figure[] = [];
    for (const stage of stages) figures.push(...(await onStage(browser, stage, options)));
    if (isApart && isAsked(options.only, flatName(options))) figures.push(await flat(browser, options));
    return figures;
  });
}

async function onStage(browser: Browser, stage: Stage, asked: ListOptions): Promise<readonly Figure[]> {
  const options = { ...asked, throttle: stage.throttle };
  const { rate } = stage;
  const load =
    options.recording === undefined ? `${INSTRUMENTS} instruments, ${rate} ticks/s` : 'a recording';
  const where = `${load}, ${options.throttle}x CPU`;
  const isWanted = (name: string) =>
    [busyName(name, where), framesName(name, where)].some((figure) => isAsked(options.only, figure));
  const others = (stage.others ? OF_OTHERS : []).filter(
    ({ name, frames }) => (options.throttle === 1 || frames !== undefined) && isWanted(name),
  );
  const ofStage = [workerName(where), airName(where)].some((name) => isAsked(options.only, name));
  if (others.length === 0 && !isWanted(PLAIN_DOM.name) && !ofStage) return [];
  const planned = [PLAIN_DOM, ...others];
  const seconds =
    START_S + turnsOf(planned.length, options) * (options.seconds + (options.quick ? QUICK_OPEN_S : OPEN_S));
  return whileOpen<[Product], readonly Figure[]>([await openStage(stage, seconds, options)], (product) =>
    whileOpen<readonly OpenPeer[], readonly Figure[]>(
      planned.map((peer) => openPeer(peer, product.url)),
      async (...peers) => [
        ...(await busyFigures(browser, where, targetOf(product), peers, options)),
        ...(isAsked(options.only, airName(where)) && options.throttle === 1
          ? [await airFigure(browser, where, targetOf(product), options)]
          : []),
      ],
    ),
  );
}

async function openStage({ rate }: Stage, seconds: number, options: ListOptions): Promise<Opening<Product>> {
  if (options.recording !== undefined) return openPlaying(recordedTapes(options.recording, seconds));
  if (rate === BUSY.ticksPerSecond) return openBusy(seconds, options);
  return openPlaying(writeTapes({ instruments: INSTRUMENTS, ticksPerSecond: rate, seconds }));
}

/** Number of turns that the tape must outlast: the measured ones, and a reading of each page. */
const turnsOf = (peers: number, { quick, repetitions, dearRepetitions }: ListOptions): number =>
  repetitions * 2 + dearRepetitions * (peers - 1) + (quick ? 1 : peers + 2);

async function flat(browser: Browser, options: ListOptions): Promise<Figure> {
  const seconds = START_S + options.dearRepetitions * 2 * (options.seconds + OPEN_S);
  const few = await writeTapes({ instruments: INSTRUMENTS, ticksPerSecond: FEW, seconds });
  const many = await writeTapes({ instruments: INSTRUMENTS, ticksPerSecond: MANY, seconds });
  return whileOpen<[Product, Product], Figure>([openPlaying(few), openPlaying(many)], (quiet, loud) =>
    flatFigure(
      browser,
      flatName(options),
      { few: targetOf(quiet), many: targetOf(loud) },
      { few: `${FEW} ticks/s`, many: `${MANY} ticks/s` },
      options,
    ),
  );
}

const flatName = ({ throttle }: ListOptions): string =>
  `list main-thread time at ${MANY} ticks/s vs ${FEW} ticks/s, ${INSTRUMENTS} instruments, ${throttle}x CPU`;

const targetOf = ({ url }: Product): ListTarget => ({ url, rows: LIST_ROWS });
