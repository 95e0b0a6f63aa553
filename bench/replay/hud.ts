import { setTimeout as sleep } from 'node:timers/promises';
import { launchChromium } from '../../tests/helpers/chromium.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { ensureBuilt } from '../built.ts';
import type { Figure } from '../figure.ts';
import { spread } from '../method.ts';
import type { Options } from '../options.ts';
import { playing } from '../probe/exchange.ts';
import { busyAtRest, countMainThread, LIST_ROWS, type Phone, takePhone } from '../probe/phone.ts';
import { writeTapes } from '../tape.ts';

const INSTRUMENTS = 500;
const TICKS = 2_000;
/** Until the pages only tick. */
const SETTLE_S = 4;
const START_S = 40;
/** Of a second. */
const MS_A_PERCENT = 10;
/** As the page keeps it. */
const SHOWN = "localStorage.setItem('pipstream.hud', 'true')";

/** What the head-up display costs the page: CPU of the main thread of two live lists that tick at once, one with it. */
export async function hudFigure({
  repetitions,
  seconds,
}: Pick<Options, 'repetitions' | 'seconds'>): Promise<Figure> {
  await ensureBuilt();
  const tapes = await writeTapes({
    instruments: INSTRUMENTS,
    ticksPerSecond: TICKS,
    seconds: START_S + repetitions * seconds,
  });
  return playing(tapes, async ({ url }) => {
    const browser = await launchChromium();
    try {
      const shown = await openList(await takePhone(browser, { probes: [SHOWN] }), url);
      const hidden = await openList(await takePhone(browser, {}), url);
      await shown.page.getByRole('complementary').waitFor();
      await sleep(SETTLE_S * 1000);
      const [product, peer]: [number[], number[]] = [[], []];
      for (let turn = 0; turn < repetitions; turn++) {
        const [withIt, without] = await Promise.all([
          busyAtRest(shown, seconds),
          busyAtRest(hidden, seconds),
        ]);
        product.push(withIt);
        peer.push(without);
        console.error(`  head-up display: ${withIt.toFixed(1)} beside ${without.toFixed(1)} ms/s`);
      }
      const more = product.map((withIt, turn) => (withIt - (peer[turn] ?? Number.NaN)) / MS_A_PERCENT);
      return {
        name: `head-up display over a list, ${TICKS} ticks/s, of the main thread's time`,
        unit: '%',
        product: spread(more),
        goal: budgets.replay.hudPercent,
        details: { 'list with it, ms/s': spread(product).median, 'without, ms/s': spread(peer).median },
      };
    } finally {
      await browser.close();
    }
  });
}

async function openList(phone: Phone, url: string): Promise<Phone> {
  await phone.page.goto(url);
  await phone.page.waitForSelector(LIST_ROWS, { timeout: 60_000 });
  await countMainThread(phone);
  return phone;
}
