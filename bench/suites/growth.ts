import type { Browser } from 'playwright';
import { catalogue } from '../../server/catalogue/catalogue.ts';
import type { Product } from '../../tests/helpers/product.ts';
import { ensureBuilt } from '../built.ts';
import type { Figure } from '../figure.ts';
import { byInstruments, byPositions, type Exchange } from '../growth/main-thread.ts';
import { type Points, workerFigures } from '../growth/worker.ts';
import type { Options } from '../options.ts';
import { openChromium } from '../probe/chromium.ts';
import { openExchange, WITHOUT_PAST } from '../probe/exchange.ts';
import { type Opening, whileOpen } from '../while-open.ts';

/** Of each visit, at most. */
const LOOK_S = 4;
const ALL: Points = {
  instruments: [100, 300, 1_000, 2_500, 5_000],
  positions: [10, 50, 200, 1_000],
  candles: [300, 3_000, 15_000, 50_000],
};
/** For a first look. */
const ENDS: Points = { instruments: [100, 2_500], positions: [10, 300], candles: [300, 50_000] };

/** What the page and the worker pay as there is more of everything. */
export async function runGrowth({
  quick,
  repetitions,
  dearRepetitions,
  seconds,
}: Pick<Options, 'quick' | 'repetitions' | 'dearRepetitions' | 'seconds'>): Promise<readonly Figure[]> {
  await ensureBuilt();
  const points = quick ? ENDS : ALL;
  const visits = { quick, rounds: dearRepetitions, seconds: Math.min(seconds, LOOK_S) };
  const worker = workerFigures(points, { quick, repetitions });
  return withExchanges(quick, points.instruments, async (browser, usual, sized) => [
    await byInstruments(browser, sized, { xs: points.instruments, ...visits }),
    await byPositions(browser, usual, { xs: points.positions, ...visits }),
    ...worker,
  ]);
}

/**
 * An exchange as it is and one for each number of instruments, one at a time. Of a first look all stand ready, and the
 * smallest is taken for the one as it is.
 */
function withExchanges<T>(
  quick: boolean,
  instruments: readonly number[],
  use: (browser: Browser, usual: Exchange, sized: readonly Exchange[]) => Promise<T>,
): Promise<T> {
  const settings = instruments.map((count) => ({ INSTRUMENTS: String(count - catalogue.length) }));
  if (!quick)
    return whileOpen<[Browser], T>([openChromium()], (browser) =>
      use(
        browser,
        later(),
        settings.map((of) => later(of)),
      ),
    );
  const [few, ...more] = settings.map((of) => openExchange({ ...of, ...WITHOUT_PAST }));
  const openings: readonly [Opening<Browser>, Opening<Product>, ...Opening<Product>[]] = [
    openChromium(),
    few ?? openExchange(WITHOUT_PAST),
    ...more,
  ];
  return whileOpen<[Browser, Product, ...Product[]], T>(openings, (browser, ...products) =>
    use(browser, ready(products[0]), products.map(ready)),
  );
}

const later =
  (settings?: Readonly<Record<string, string>>): Exchange =>
  <R>(visit: (product: Product) => Promise<R>) =>
    whileOpen<[Product], R>([openExchange(settings)], visit);

const ready =
  (product: Product): Exchange =>
  (visit) =>
    visit(product);
