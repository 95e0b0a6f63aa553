import type { Browser } from 'playwright';
import { launchChromium } from '../../tests/helpers/chromium.ts';
import { startProduct } from '../../tests/helpers/product.ts';
import { besides } from '../besides.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { ensureBuilt } from '../built.ts';
import { type Figure, histogramOf } from '../figure.ts';
import { inpOf, p95 } from '../input/durations.ts';
import { layLine } from '../input/slow-line.ts';
import { tapThrough } from '../input/taps.ts';
import { compare } from '../method.ts';
import type { Options } from '../options.ts';
import { percentile } from '../probe/percentile.ts';
import { type Tapes, writeSparseTapes, writeTapes } from '../tape.ts';

const INSTRUMENTS = 500;
const TICKS_PER_SECOND = 10_000;
/** A slow phone, whatever is asked of the other suites. */
const THROTTLE = 6;
/** Often enough for no price to be old. */
const QUIET_EVERY_MS = 2_500;
const SLOW_PHONE = { instruments: 200, ticksPerSecond: 2_000, bytesPerSecond: 300_000, roundTripMs: 400 };

type InputOptions = Pick<Options, 'repetitions' | 'seconds' | 'throttle'>;

/** Touches on a slow phone while everything ticks, beside the same page when next to nothing does. */
export async function runInput(options: InputOptions): Promise<readonly Figure[]> {
  await ensureBuilt();
  const browser = await launchChromium();
  try {
    const slowPhoneP95 = await onSlowPhone(browser, options);
    return [await besideQuiet(browser, options, slowPhoneP95)];
  } finally {
    await browser.close();
  }
}

const roundsOf = ({ seconds }: InputOptions): number => Math.max(1, Math.round(seconds / 4));

/** Turns of a page that opens, is used and closes, on a busy machine. */
const tapeSeconds = ({ repetitions, seconds }: InputOptions): number =>
  60 + (repetitions + 2) * 2 * (seconds * 3 + 10);

async function besideQuiet(browser: Browser, options: InputOptions, slowPhoneP95: number): Promise<Figure> {
  const seconds = tapeSeconds(options);
  const terms = { instruments: INSTRUMENTS, seconds };
  return onExchange(await writeTapes({ ...terms, ticksPerSecond: TICKS_PER_SECOND }), (ticking) =>
    onExchange(await0(writeSparseTapes({ ...terms, everyMs: QUIET_EVERY_MS })), (quiet) =>
      judge(browser, options, { ticking, quiet }, slowPhoneP95),
    ),
  );
}
