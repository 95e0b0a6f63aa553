import type { Browser } from 'playwright';
import { catalogue } from '../../server/catalogue/catalogue.ts';
import type { Product } from '../../tests/helpers/product.ts';
import type { Figure } from '../figures/figure.ts';
import { byInstruments, byPositions, type Exchange } from '../growth/main-thread.ts';
import { type Points, workerFigures } from '../growth/worker-figures.ts';
import type { Options } from '../options.ts';
import { chromiumFor } from '../rig/chromium.ts';
import { openExchange } from '../rig/open-exchange.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { wasUsed } from '../rig/shared.ts';
import { whileOpen } from '../rig/while-open.ts';

/** Longest measurement per visit. */
const LOOK_S = 4;
const ALL: Points = {
  instruments: [100, 300, 1_000, 2_500, 5_000],
  positions: [10, 50, 200, 1_000],
  candles: [300, 3_000, 15_000, 50_000],
};
/** The sizes with `--quick`. */
const ENDS: Points = { instruments: [100, 1_000], positions: [10, 300], candles: [300, 50_000] };

/**
 * Costs of page and worker as the number of instruments, positions and candles grows. With `--quick` the screen of
 * positions is left out.
 */
export async function runGrowth({
  quick,
  repetitions,
  dearRepetitions,
  seconds,
}: Pick<Options, 'quick' | 'repetitions' | 'dearRepetitions' | 'seconds'>): Promise<readonly Figure[]> {
  await ensureBuilt();
  const points = quick ? ENDS : ALL;
  const visits = { quick, rounds: dearRepetitions, seconds: Math.min(seconds, LOOK_S) };
  const worker = await workerFigures(points, { quick, repetitions });
  const exchanges = points.instruments.map((count) =>
    later({ INSTRUMENTS: String(count - catalogue.length) }),
  );
  return whileOpen<[Browser], readonly Figure[]>([chromiumFor({ quick })], async (browser) => [
    await byInstruments(browser, exchanges, { xs: points.instruments, isWarm: wasUsed(browser), ...visits }),
    ...(quick
      ? []
      : [await byPositions(browser, later(), { xs: points.positions, isWarm: false, ...visits })]),
    ...worker,
  ]);
}

/** Opens an exchange for each visit, so that only one is open at a time. */
const later =
  (settings?: Readonly<Record<string, string>>): Exchange =>
  <R>(visit: (product: Product) => Promise<R>) =>
    whileOpen<[Product], R>([openExchange(settings)], visit);
