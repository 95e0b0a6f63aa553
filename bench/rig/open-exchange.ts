import { type Product, startProduct } from '../../tests/helpers/product.ts';
import type { Options } from '../options.ts';
import { type Tapes, writeTapes } from '../tapes/tape.ts';
import { share } from './shared.ts';
import type { Opening } from './while-open.ts';

/** An exchange with its own data. */
export const openExchange = (settings: Readonly<Record<string, string>> = {}): Opening<Product> => ({
  opened: startProduct(settings),
  close: (product) => product.stop(),
});

/** An exchange that plays tapes; closing it removes them. */
export const openPlaying = (tapes: Tapes | Promise<Tapes>): Opening<Product> => ({
  opened: startPlaying(tapes),
  async close(product) {
    await product.stop();
    await (await tapes).remove();
  },
});

async function startPlaying(tapes: Tapes | Promise<Tapes>): Promise<Product> {
  const { feed, remove } = await tapes;
  return startProduct({ FEED: feed }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
}

/** The load in most suites. */
export const BUSY = { instruments: 500, ticksPerSecond: 10_000 } as const;
/** Length of the tapes that suites share: enough for a `--quick` run on a slow machine. */
const SHARED_S = 120;

let endsMs = 0;
const shared = share('busy exchange', () => {
  endsMs = performance.now() + SHARED_S * 1000;
  return openPlaying(writeTapes({ ...BUSY, seconds: SHARED_S }));
});

/** An exchange on which 500 instruments tick for at least `seconds`. With `--quick` all suites share one. */
export async function openBusy(
  seconds: number,
  { quick }: Pick<Options, 'quick'>,
): Promise<Opening<Product>> {
  if (!quick || seconds > SHARED_S) return openPlaying(writeTapes({ ...BUSY, seconds }));
  if (endsMs < performance.now() + seconds * 1000) await shared.end();
  return shared.borrow();
}
