import type { Browser } from 'playwright';
import { besides } from '../besides.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { type Figure, histogramOf } from '../figure.ts';
import { type Comparison, compare, ratioOf, spread } from '../method.ts';
import type { Options } from '../options.ts';
import { playing } from '../probe/exchange.ts';
import { percentile } from '../probe/percentile.ts';
import { LIST_ROWS, takePhone } from '../probe/phone.ts';
import { writeTapes } from '../tape.ts';
import { pixelProbe } from './pixels.ts';

const INSTRUMENTS = 500;
const TICKS_PER_SECOND = 10_000;
/** How many looks there are for each repetition, and how long each is: some hundred frames. */
const USUAL = { looks: 2, warmUps: 1, forMs: 6_000, settleMs: 1_500 } as const;
const QUICK = { looks: 1, warmUps: 0, forMs: 1_500, settleMs: 1_000 } as const;
/** To start an exchange, and to open a page, on a busy machine. */
const START_S = 30;
const OPEN_S = 10;

type LatencyOptions = Pick<Options, 'quick' | 'dearRepetitions'>;
type Turns = readonly (readonly number[])[];

/** From a tick's arrival in the worker to its picture, beside the same page without shared memory. */
export async function latencyFigures(
  browser: Browser,
  { quick, dearRepetitions }: LatencyOptions,
): Promise<readonly Figure[]> {
  const { looks, warmUps, ...look } = quick ? QUICK : USUAL;
  const turns = dearRepetitions * looks;
  const seconds = START_S + (turns + warmUps) * 2 * (look.forMs / 1000 + OPEN_S);
  const tapes = await writeTapes({ instruments: INSTRUMENTS, ticksPerSecond: TICKS_PER_SECOND, seconds });
  const seen = { product: [] as number[][], messages: [] as number[][] };
  const p50 = await playing(tapes, ({ url }) => {
    const turn = (name: keyof typeof seen) => ({
      name,
      async run() {
        const latencies = await latenciesOf(browser, { url, isolated: name === 'product', ...look });
        seen[name].push(latencies);
        return percentile(latencies, 50);
      },
    });
    return compare([turn('product'), turn('messages')], turns, warmUps);
  });
  return ageFigures(p50, seen.product.slice(warmUps), seen.messages.slice(warmUps));
}

/** p50 and p95 of each turn, beside those of the turn with messages. */
export function ageFigures(p50: Comparison, product: Turns, messages: Turns): readonly Figure[] {
  const name = (which: string) => `tick to pixel ${which}, ${TICKS_PER_SECOND} ticks/s`;
  const peer = 'one message a frame';
  const goal = budgets.transport.tickToPixelToMessages;
  const p95 = (all: Turns) => all.map((latencies) => percentile(latencies, 95));
  return [
    {
      name: name('p50'),
      unit: 'ms',
      ...besides(p50, 'messages', peer),
      goal,
      details: { 'frames of each': `${product.flat().length}, ${messages.flat().length}` },
      histogram: histogramOf('ms', product.flat(), messages.flat()),
    },
    {
      name: name('p95'),
      unit: 'ms',
      product: spread(p95(product)),
      peer: { name: peer, cost: spread(p95(messages)) },
      ratio: ratioOf(p95(product), p95(messages)),
      goal,
    },
  ];
}

interface Look {
  readonly url: string;
  readonly isolated: boolean;
  readonly forMs: number;
  readonly settleMs: number;
}

async function latenciesOf(browser: Browser, { url, isolated, forMs, settleMs }: Look): Promise<number[]> {
  const { context, page } = await takePhone(browser, { probes: [pixelProbe(isolated)] });
  try {
    await page.goto(url);
    await page.waitForSelector(LIST_ROWS, { timeout: 60_000 });
    await page.waitForTimeout(settleMs);
    await page.evaluate('window.__pixels.length = 0');
    await page.waitForTimeout(forMs);
    const latencies = await page.evaluate<number[]>('window.__pixels');
    if (latencies.length === 0) throw new Error('no frame was painted');
    return latencies;
  } finally {
    await context.close();
  }
}
