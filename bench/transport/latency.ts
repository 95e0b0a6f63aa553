import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import type { Product } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { type Figure, histogramOf } from '../figure.ts';
import { ratioOf, spread } from '../method.ts';
import type { Options } from '../options.ts';
import { BUSY, openBusy } from '../probe/exchange.ts';
import { percentile } from '../probe/percentile.ts';
import { LIST_ROWS, type Phone, takePhone } from '../probe/phone.ts';
import { whileOpen } from '../while-open.ts';
import { pixelProbe } from './pixels.ts';

/** How many looks there are for each repetition, and how long each is: some hundred frames. */
const USUAL = { looks: 3, forMs: 6_000, settleMs: 1_500, atOnce: false } as const;
const QUICK = { looks: 1, forMs: 2_000, settleMs: 1_000, atOnce: true } as const;
/** To start an exchange, and to open two pages, on a busy machine. */
const START_S = 30;
const OPEN_S = 15;

type LatencyOptions = Pick<Options, 'quick' | 'dearRepetitions'>;
type Turns = readonly (readonly number[])[];

/**
 * From a tick's arrival in the worker to its picture, beside the same page without shared memory. Both are open at once,
 * anew for each look, the order turned round: the same ticks and the same slow moments of the machine meet both.
 */
export async function latencyFigures(
  browser: Browser,
  { quick, dearRepetitions }: LatencyOptions,
): Promise<readonly Figure[]> {
  const { looks, ...look } = quick ? QUICK : USUAL;
  const turns = dearRepetitions * looks;
  const seconds = START_S + turns * ((look.forMs + look.settleMs) / 1000 + OPEN_S);
  const seen = { product: [] as number[][], messages: [] as number[][] };
  await whileOpen<[Product], void>([await openBusy(seconds, { quick })], async ({ url }) => {
    for (let turn = 0; turn < turns; turn++) {
      const order = turn % 2 === 0 ? (['product', 'messages'] as const) : (['messages', 'product'] as const);
      const found = await latenciesOf(browser, {
        url,
        isolated: order.map((name) => name === 'product'),
        ...look,
      });
      order.forEach((name, at) => {
        seen[name].push(found[at] ?? []);
      });
    }
  });
  return ageFigures(seen.product, seen.messages);
}

/** p50 and p95 of each look, beside those of the page with messages. */
export function ageFigures(product: Turns, messages: Turns): readonly Figure[] {
  const figure = (percent: number): Figure => {
    const [ours, theirs] = [product, messages].map((turns) => turns.map((one) => percentile(one, percent)));
    return {
      name: `tick to pixel p${percent}, ${BUSY.ticksPerSecond} ticks/s`,
      row: 'P4',
      unit: 'ms',
      product: spread(ours ?? []),
      peer: { name: 'one message a frame', cost: spread(theirs ?? []) },
      ratio: ratioOf(ours ?? [], theirs ?? []),
      goal: budgets.transport.tickToPixelToMessages,
    };
  };
  return [
    {
      ...figure(50),
      details: { 'frames of each': `${product.flat().length}, ${messages.flat().length}` },
      histogram: histogramOf('ms', product.flat(), messages.flat()),
    },
    figure(95),
  ];
}

interface Look {
  readonly url: string;
  /** Of each page: whether it has shared memory. */
  readonly isolated: readonly boolean[];
  readonly forMs: number;
  readonly settleMs: number;
  /** Whether the pages open together, or the second when the first has its list. */
  readonly atOnce: boolean;
}

async function latenciesOf(
  browser: Browser,
  { url, isolated, forMs, settleMs, atOnce }: Look,
): Promise<readonly number[][]> {
  const phones: Phone[] = [];
  const each = <T>(use: (phone: Phone) => Promise<T>) => Promise.all(phones.map(use));
  try {
    for (const one of isolated) phones.push(await takePhone(browser, { probes: [pixelProbe(one)] }));
    const visit = async ({ page }: Phone) => {
      await page.goto(url);
      await page.waitForSelector(LIST_ROWS, { timeout: 60_000 });
    };
    if (atOnce) await each(visit);
    else for (const phone of phones) await visit(phone);
    await sleep(settleMs);
    await each(({ page }) => page.evaluate('window.__pixels.length = 0'));
    await sleep(forMs);
    const latencies = await each(({ page }) => page.evaluate<number[]>('window.__pixels'));
    if (latencies.some(({ length }) => length === 0)) throw new Error('no frame was painted');
    return latencies;
  } finally {
    await each(({ context }) => context.close());
  }
}
