import { launchChromium } from '../../tests/helpers/chromium.ts';
import { ensureBuilt } from '../built.ts';
import type { Figure } from '../figure.ts';
import { byInstruments, byPositions } from '../growth/main-thread.ts';
import { type Points, workerFigures } from '../growth/worker.ts';
import type { Options } from '../options.ts';

/** Fewer repetitions than this ask for a first look: fewer points, one visit each. */
const ENOUGH = 5;
const ALL: Points = {
  instruments: [100, 300, 1_000, 2_500, 5_000],
  positions: [10, 50, 200, 1_000],
  candles: [300, 3_000, 15_000, 50_000],
};
const FEW: Points = { instruments: [100, 5_000], positions: [10, 1_000], candles: [300, 50_000] };

/** What the page and the worker pay as there is more of everything. */
export async function runGrowth({
  repetitions,
  seconds,
}: Pick<Options, 'repetitions' | 'seconds'>): Promise<readonly Figure[]> {
  await ensureBuilt();
  const isShort = repetitions < ENOUGH;
  const points = isShort ? FEW : ALL;
  const visits = { rounds: isShort ? 1 : repetitions, seconds: Math.min(seconds, 4) };
  const worker = workerFigures(points, repetitions);
  const browser = await launchChromium();
  try {
    return [
      await byInstruments(browser, { xs: points.instruments, ...visits }),
      await byPositions(browser, { xs: points.positions, ...visits }),
      ...worker,
    ];
  } finally {
    await browser.close();
  }
}
