import type { Browser } from 'playwright';
import type { Product } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { dragLine, percentPrompt, slowGap } from '../drag/line-drag.ts';
import { besides, type Figure } from '../figures/figure.ts';
import { compare, spread } from '../figures/method.ts';
import type { Options } from '../options.ts';
import { chromiumFor } from '../rig/chromium.ts';
import { BUSY, openBusy } from '../rig/open-exchange.ts';
import { openPage, type Served } from '../rig/open-page.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { whileOpen } from '../rig/while-open.ts';
import { enterAccounts, listInstruments, openPosition } from '../server/exchange-calls.ts';

/** CPU slowdown of a slow phone. */
const THROTTLE = 6;
const LOTS = '0.01';

type DragOptions = Pick<Options, 'quick' | 'dearRepetitions' | 'seconds'>;

/** Length of the tape: it covers all turns, in each of which a page opens, is used and closes, on a busy machine. */
const tapeSeconds = ({ quick, dearRepetitions, seconds }: DragOptions): number =>
  20 + (dearRepetitions + (quick ? 0 : 1)) * 2 * (seconds * 2 + 15);

/** Measures the frames while a finger drags a position's line on a slow phone and everything ticks. */
export async function runDrag(options: DragOptions): Promise<readonly Figure[]> {
  await ensureBuilt();
  const busy = await openBusy(tapeSeconds(options), options);
  return whileOpen<[Product], readonly Figure[]>([busy], (product) =>
    whileOpen<[Browser, Served], readonly Figure[]>(
      [chromiumFor(options), openPage('drag/raw-canvas', product.url)],
      (browser, canvas) => besideCanvas(browser, product.url, canvas.url, options),
    ),
  );
}

async function besideCanvas(
  browser: Browser,
  exchange: string,
  canvas: string,
  { quick, dearRepetitions, seconds }: DragOptions,
): Promise<readonly Figure[]> {
  const [market] = await listInstruments(exchange);
  if (market === undefined) throw new Error('the exchange lists nothing');
  const slow = { product: [] as number[], canvas: [] as number[] };
  const turn = (
    name: keyof typeof slow,
    visit: () => Promise<{ readonly url: string; readonly token?: string }>,
  ) => ({
    name,
    async run() {
      const gaps = await dragLine(browser, {
        ...(await visit()),
        label: LOTS,
        throttle: THROTTLE,
        seconds,
        quick,
        ...(name === 'product' && { profile: { name: 'drag', worker: 'engine' } }),
      });
      slow[name].push(slowGap(gaps));
      const percent = percentPrompt(gaps);
      console.error(`  ${name}: ${percent.toFixed(0)} % of ${gaps.length} frames within two vsyncs`);
      return percent;
    },
  });
  const compared = await compare(
    [
      turn('product', async () => {
        // The line of a new position is in view.
        const [token = ''] = await enterAccounts(exchange, 1);
        if (!(await openPosition(exchange, token, market, LOTS))) throw new Error('the market is closed');
        return { url: `${exchange}/trade?id=${market[0]}`, token };
      }),
      turn('canvas', async () => ({ url: `${canvas}/?id=${market[0]}` })),
    ],
    dearRepetitions,
    quick ? 0 : 1,
  );
  const { instruments, ticksPerSecond } = BUSY;
  const { product, peer, ratio } = besides(compared, 'canvas', 'a raw canvas');
  const name = `frames of a dragged line within two vsyncs, ${instruments} instruments, ${ticksPerSecond} ticks/s, ${THROTTLE}x CPU`;
  const common = { row: 'P23', unit: '%', product, atLeast: true } as const;
  return [
    {
      ...common,
      name,
      goal: budgets.drag.promptPercent,
      details: {
        'a raw canvas, %': peer.cost.median,
        'p95 from frame to frame, ms': spread(slow.product).median,
        'p95 from frame to frame of a raw canvas, ms': spread(slow.canvas).median,
      },
    },
    { ...common, name: `${name} vs raw canvas`, peer, ratio, goal: budgets.drag.promptToRawCanvas },
  ];
}
