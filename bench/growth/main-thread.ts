import type { Browser } from 'playwright';
import type { Product } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import type { Figure } from '../figures/figure.ts';
import { openList, scroll } from '../list/list-page.ts';
import { busyAtRest, busyPerSecond, countMainThread, LIST_ROWS, takePhone } from '../probe/phone.ts';
import { enterAccounts, listInstruments, openPosition } from '../server/exchange-calls.ts';
import { costsBySize, grownFigure } from './growth-figures.ts';

/** Runs `use` with an exchange and stops the exchange afterwards. */
export type Exchange = <T>(use: (product: Product) => Promise<T>) => Promise<T>;

export interface Visits {
  readonly xs: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  readonly quick: boolean;
  /** Whether the browser was used before, so that no warm-up visit is needed. */
  readonly isWarm: boolean;
}

/** Time until a screen of positions does nothing but tick. */
const SETTLE_MS = 2_000;
/** Number of orders in flight at once. */
const AT_ONCE = 20;
/**
 * Instruments that the positions use: constant, so that the number of moving prices is; at weekends few more are open.
 */
const MARKETS = 5;

/** Cost of the scrolled list on exchanges with a growing number of instruments. */
export async function byInstruments(
  browser: Browser,
  exchanges: readonly Exchange[],
  { quick, seconds, ...visits }: Visits,
): Promise<Figure> {
  const visit = async ({ url }: Product) => {
    const list = await openList(browser, { url, rows: LIST_ROWS }, { quick });
    await countMainThread(list);
    const cost = await busyPerSecond(list.cdp, () => scroll(list, seconds));
    await list.close();
    return cost;
  };
  return visited('page: scrolling list', 'instruments', visits, (at) => {
    const exchange = exchanges[at];
    if (exchange === undefined) throw new Error('an exchange is missing');
    return exchange(visit);
  });
}

/** Cost of the positions screen for accounts with a growing number of positions. */
export const byPositions = (
  browser: Browser,
  exchange: Exchange,
  { seconds, ...visits }: Omit<Visits, 'quick'>,
): Promise<Figure> =>
  exchange(async ({ url }) => {
    const tokens = await enterAccounts(url, visits.xs.length);
    for (const [at, count] of visits.xs.entries()) await openPositions(url, tokens[at] ?? '', count);
    return visited('page: positions screen', 'positions', visits, async (at) => {
      const phone = await takePhone(browser, { token: tokens[at] ?? '' });
      await phone.page.goto(`${url}/order`);
      await phone.page.getByRole('article').first().waitFor({ timeout: 60_000 });
      await phone.page.waitForTimeout(SETTLE_MS);
      await countMainThread(phone);
      const cost = await busyAtRest(phone, seconds);
      await phone.context.close();
      return cost;
    });
  });

/**
 * Visits all sizes once per round, in reverse order in every other round. A cold browser visits the first size once as
 * a warm-up.
 */
async function visited(
  name: string,
  of: string,
  { xs, rounds, isWarm }: Pick<Visits, 'xs' | 'rounds' | 'isWarm'>,
  visit: (at: number) => Promise<number>,
): Promise<Figure> {
  if (!isWarm) await visit(0);
  const look = async (at: number) => {
    const cost = await visit(at);
    console.error(`  ${xs[at]} ${of}: ${cost.toFixed(0)} ms/s`);
    return cost;
  };
  const costs = await costsBySize(xs, look, rounds, 0);
  return grownFigure({ name, of, xs, costs, unit: 'main-thread ms/s', goal: budgets.growth.flat });
}

/** Opens `count` positions on the first instruments whose market is open. */
async function openPositions(url: string, token: string, count: number): Promise<void> {
  let markets = await listInstruments(url);
  let asked = 0;
  let held = 0;
  const openOne = async () => {
    const market = markets[asked++ % Math.min(MARKETS, markets.length)];
    if (market === undefined) throw new Error('no market takes orders');
    if (await openPosition(url, token, market, '0.01')) held++;
    else markets = markets.filter((one) => one !== market);
  };
  while (held < count) await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - held) }, openOne));
}
