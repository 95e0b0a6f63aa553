import { setTimeout as sleep } from 'node:timers/promises';
import budgets from '../budgets.json' with { type: 'json' };
import type { Figure } from '../figure.ts';
import { spread } from '../method.ts';
import { busyAtRest, countMainThread, LIST_ROWS, type Phone, takePhone } from '../probe/phone.ts';
import { type Room, SETTLE_MS, TICKS } from './room.ts';

/** Of a second. */
const MS_A_PERCENT = 10;
/** As the page keeps it. */
const SHOWN = "localStorage.setItem('pipstream.hud', 'true')";

/** What the head-up display costs the page: CPU of the main thread of two live lists that tick at once, one with it. */
export async function hudFigure({ browser, url, repetitions, seconds }: Room): Promise<Figure> {
  const shown = await takePhone(browser, { probes: [SHOWN] });
  const hidden = await takePhone(browser, {});
  await Promise.all([openList(shown, url), openList(hidden, url)]);
  await shown.page.getByRole('complementary').waitFor();
  await sleep(SETTLE_MS);
  const [product, peer]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < repetitions; turn++) {
    const [withIt, without] = await Promise.all([busyAtRest(shown, seconds), busyAtRest(hidden, seconds)]);
    product.push(withIt);
    peer.push(without);
    console.error(`  head-up display: ${withIt.toFixed(1)} beside ${without.toFixed(1)} ms/s`);
  }
  const more = product.map((withIt, turn) => (withIt - (peer[turn] ?? Number.NaN)) / MS_A_PERCENT);
  await shown.context.close();
  await hidden.context.close();
  return {
    name: `head-up display over a list, ${TICKS} ticks/s, of the main thread's time`,
    unit: '%',
    product: spread(more),
    goal: budgets.replay.hudPercent,
    details: { 'list with it, ms/s': spread(product).median, 'without, ms/s': spread(peer).median },
  };
}

async function openList(phone: Phone, url: string): Promise<void> {
  await phone.page.goto(url);
  await phone.page.waitForSelector(LIST_ROWS, { timeout: 60_000 });
  await countMainThread(phone);
}
