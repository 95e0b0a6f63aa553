import type { Browser } from 'playwright';
import type { Product } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import type { Figure } from '../figure.ts';
import { openList, scroll } from '../list/page.ts';
import { busyAtRest, countMainThread, LIST_ROWS, mainThread, takePhone } from '../probe/phone.ts';
import { enterAccounts, listInstruments } from '../server/exchange-calls.ts';
import { grownFigure } from './figures.ts';

/** An exchange that `use` may have as long as it lasts. */
export type Exchange = <T>(use: (product: Product) => Promise<T>) => Promise<T>;

export interface Visits {
  readonly xs: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
  readonly quick: boolean;
}

/** Until a screen of positions only ticks. */
const SETTLE_MS = 2_000;
/** Orders on their way at once. */
const AT_ONCE = 20;

/** The list on exchanges with more and more instruments, while a finger scrolls it. */
export async function byInstruments(
  browser: Browser,
  exchanges: readonly Exchange[],
  { xs, rounds, seconds, quick }: Visits,
): Promise<Figure> {
  const columns: number[][] = [];
  for (const [at, exchange] of exchanges.entries()) {
    await exchange(async (product) => {
      const costs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const list = await openList(browser, { url: product.url, rows: LIST_ROWS }, { quick });
        await countMainThread(list);
        const [before, from] = [await mainThread(list), performance.now()];
        await scroll(list, seconds);
        const busy = busyBetween(before, await mainThread(list));
        costs.push((busy * 1_000_000) / (performance.now() - from));
        await list.close();
      }
      console.error(`  ${xs[at]} instruments: ${costs.map((cost) => cost.toFixed(0)).join(', ')} ms/s`);
      columns.push(costs);
    });
  }
  return grownFigure({
    name: 'page, the list while it scrolls',
    of: 'instruments',
    xs,
    costs: Array.from({ length: rounds }, (_, round) => columns.map((costs) => costs[round] ?? Number.NaN)),
    unit: 'ms/s of the main thread',
    goal: budgets.growth.flat,
  });
}

/** The screen of positions of one account that opens more and more of them. */
export const byPositions = (
  browser: Browser,
  exchange: Exchange,
  { xs, rounds, seconds }: Omit<Visits, 'quick'>,
): Promise<Figure> =>
  exchange(async (product) => {
    const [token = ''] = await enterAccounts(product.url, 1);
    const columns: number[][] = [];
    const open = await createOpener(product.url, token);
    for (const count of xs) {
      await open(count);
      const costs: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const phone = await takePhone(browser, { token });
        await phone.page.goto(`${product.url}/order`);
        await phone.page.getByRole('article').first().waitFor({ timeout: 60_000 });
        await phone.page.waitForTimeout(SETTLE_MS);
        await countMainThread(phone);
        costs.push(await busyAtRest(phone, seconds));
        await phone.context.close();
      }
      console.error(`  ${count} positions: ${costs.map((cost) => cost.toFixed(0)).join(', ')} ms/s`);
      columns.push(costs);
    }
    return grownFigure({
      name: 'page, the screen of positions',
      of: 'positions',
      xs,
      costs: Array.from({ length: rounds }, (_, round) => columns.map((costs) => costs[round] ?? Number.NaN)),
      unit: 'ms/s of the main thread',
      goal: budgets.growth.flat,
    });
  });

const busyBetween = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number =>
  (after.get('TaskDuration') ?? Number.NaN) - (before.get('TaskDuration') ?? 0);

/** @returns opens positions until there are so many, on markets that are open */
async function createOpener(url: string, token: string): Promise<(count: number) => Promise<void>> {
  let markets = await listInstruments(url);
  let asked = 0;
  let held = 0;
  const openOne = async () => {
    const market = markets[asked++ % markets.length];
    if (market === undefined) throw new Error('no market takes orders');
    const [id, multiple] = market;
    const query = `type=1&cont=0.01&forex_id=${id}&status=1&multiple=${multiple}&cid=growth-${asked}-cid`;
    const response = await fetch(`${url}/v1/api/forex/submit?${query}`, {
      headers: { authorization: token, lang: 'en' },
    });
    const answer = await response.json();
    if (answer.code === 1) held++;
    else markets = markets.filter((one) => one !== market);
  };
  return async (count) => {
    while (held < count) await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - held) }, openOne));
  };
}
