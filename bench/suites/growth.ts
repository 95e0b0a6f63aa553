import { launchChromium } from '../../tests/helpers/chromium.ts';
import { ensureBuilt } from '../built.ts';
import type { Figure } from '../figure.ts';
import { byInstruments, byPositions } from '../growth/main-thread.ts';
import { type Points, workerFigures } from '../growth/worker.ts';
import type { Options } from '../options.ts';

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
