import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { HEADER } from '../../shared/bridge/market-frame.ts';
import { SHARED_HEADER_BYTES } from '../../shared/bridge/shared-frame.ts';
import { FROM_PAGE } from '../../shared/bridge/stream-protocol.ts';
import type { Product } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { type Figure, histogramOf } from '../figures/figure.ts';
import { ratioOf, spread } from '../figures/method.ts';
import { percentile } from '../figures/statistics.ts';
import type { Options } from '../options.ts';
import { LIST_ROWS, type Phone, takePhone } from '../probe/phone.ts';
import { BUSY, openBusy } from '../rig/exchange.ts';
import { whileOpen } from '../rig/while-open.ts';

/** Number of looks per repetition, and the duration of each: some hundred frames. */
const USUAL = { looks: 3, forMs: 6_000, settleMs: 1_500, atOnce: false } as const;
const QUICK = { looks: 1, forMs: 2_000, settleMs: 1_000, atOnce: true } as const;
/** Time to start an exchange and to open two pages on a busy machine. */
const START_S = 30;
const OPEN_S = 15;

type LatencyOptions = Pick<Options, 'quick' | 'dearRepetitions'>;
type Turns = readonly (readonly number[])[];

/**
 * Age of a tick from its arrival in the worker until it is painted, compared with the same page without shared memory.
 * Both pages are open at once, reloaded for each look and in reverse order every other time, so that both get the same
 * ticks and the same slow moments of the machine.
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

/** p50 and p95 of each look, compared with those of the page that uses messages. */
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
  /** Whether each page has shared memory. */
  readonly isolated: readonly boolean[];
  readonly forMs: number;
  readonly settleMs: number;
  /** Whether the pages open together, or the second one after the first has its list. */
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

/** Where a frame has the arrival time of its newest tick, in a message and in shared memory. */
const LAYOUT = {
  returned: FROM_PAGE.returned,
  receivedAtMs: HEADER.receivedAtMs,
  sharedBytes: SHARED_HEADER_BYTES,
};

/**
 * A script injected before the page's first. For every applied frame it records the time from the arrival of the newest
 * tick in the worker until the frame is painted. A message frame is returned when it is applied; a frame in shared
 * memory is complete when its version is read a second time. The script hooks these calls.
 * @param isolated false: the page has no shared memory and receives one message per frame
 */
const pixelProbe = (isolated: boolean): string => `(() => {
  const LAYOUT = ${JSON.stringify(LAYOUT)};
  window.__pixels = [];
  const post = MessagePort.prototype.postMessage;
  const painted = new MessageChannel();
  let received = 0;
  painted.port1.onmessage = ({ data }) => {
    window.__pixels.push(performance.timeOrigin + performance.now() - data);
  };
  const note = (buffer, offset) => {
    const at = new Float64Array(buffer, offset)[LAYOUT.receivedAtMs];
    if (!(at > received)) return;
    received = at;
    // A task of its own, so that it runs after this frame is painted.
    post.call(painted.port2, at);
  };
  ${isolated ? IN_SHARED_MEMORY : BY_MESSAGE}
})();`;

const IN_SHARED_MEMORY = `
  const add = Atomics.add;
  Atomics.add = (control, index, by) => {
    const version = add(control, index, by);
    if (version % 2 === 0) note(control.buffer, LAYOUT.sharedBytes);
    return version;
  };`;

const BY_MESSAGE = `
  Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false });
  MessagePort.prototype.postMessage = function (message, ...rest) {
    if (Array.isArray(message) && message[0] === LAYOUT.returned && message[1] instanceof ArrayBuffer) note(message[1], 0);
    return post.call(this, message, ...rest);
  };`;
