import type { Browser } from 'playwright';
import type { Product } from '../../tests/helpers/product.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { besides, type Figure, versus } from '../figures/figure.ts';
import { compare } from '../figures/method.ts';
import { isAsked } from '../figures/planned.ts';
import { percentile } from '../figures/statistics.ts';
import { DAY_TAPS, liveDay } from '../input/day.ts';
import { inpOf, tapBare, tapThrough, type Visit } from '../input/taps.ts';
import type { Options } from '../options.ts';
import { chromiumFor } from '../rig/chromium.ts';
import { BUSY, openBusy, openExchange, openPlaying } from '../rig/open-exchange.ts';
import { openPage, type Served } from '../rig/open-page.ts';
import { ensureBuilt } from '../rig/product-build.ts';
import { wasUsed } from '../rig/shared.ts';
import { whileOpen } from '../rig/while-open.ts';
import { writeQuietTapes } from '../tapes/tape.ts';

/** CPU slowdown of a slow phone. */
const THROTTLE = 6;
/** Interval of quiet quotes: often enough that no price becomes stale. */
const QUIET_EVERY_MS = 2_500;

/** That of the phone on which a person's day is lived. */
const DAY_THROTTLE = 4;

const UNDER_TICKS = `INP, ${BUSY.instruments} instruments, ${BUSY.ticksPerSecond} ticks/s, ${THROTTLE}x CPU`;
const WITHOUT_TICKS = `INP without ticks, ${BUSY.instruments} instruments, ${THROTTLE}x CPU`;
const tapName = (tap: string): string => `tap: ${tap}, ${DAY_THROTTLE}x CPU`;

type InputOptions = Pick<Options, 'quick' | 'dearRepetitions' | 'seconds' | 'only'>;

/**
 * Measures touches on a slow phone while everything ticks, compared with the same page at almost no ticks; and each tap of a
 * person's day, compared with a bare button.
 */
export async function runInput(options: InputOptions): Promise<readonly Figure[]> {
  const isOneAsked = (names: readonly string[]) => names.some((name) => isAsked(options.only, name));
  await ensureBuilt();
  return whileOpen<[Browser], readonly Figure[]>([chromiumFor(options)], async (browser) => [
    ...(isOneAsked([UNDER_TICKS, WITHOUT_TICKS]) ? await besideQuiet(browser, options) : []),
    ...(isOneAsked(DAY_TAPS.map(tapName)) ? await dayBesideBare(browser, options) : []),
  ]);
}

/** Every tap of a day on an exchange with simulated prices, each day beside a visit to a page with a bare button. */
const dayBesideBare = (browser: Browser, options: InputOptions): Promise<readonly Figure[]> =>
  whileOpen<[Product, Served], readonly Figure[]>(
    [openExchange(), openPage('input/bare')],
    async ({ url }, { url: bareUrl }) => {
      const visit = { throttle: DAY_THROTTLE, quick: options.quick };
      const days: ReadonlyMap<string, number>[] = [];
      const bare = {
        name: 'bare',
        run: async () => median(await tapBare(browser, { ...visit, url: bareUrl, rounds: 1 })),
      };
      const day = {
        name: 'day',
        async run() {
          const lived = await liveDay(browser, { ...visit, url });
          days.push(lived);
          console.error(`  a day: ${[...lived].map(([name, ms]) => `${name} ${ms}`).join(', ')} ms`);
          return Math.max(...lived.values());
        },
      };
      const warmUps = options.quick ? 0 : 1;
      const beside = await compare([day, bare], options.dearRepetitions, warmUps);
      const counted = days.slice(warmUps);
      return DAY_TAPS.map((tap) => {
        const taken = counted.map((lived) => lived.get(tap) ?? Number.NaN);
        return {
          name: tapName(tap),
          row: 'P28',
          unit: 'ms',
          ...versus('a bare button', taken, beside['bare']?.values ?? []),
          goal: budgets.input.tapToBare,
        };
      });
    },
  );

const roundsOf = ({ seconds }: InputOptions): number => Math.max(1, Math.round(seconds / 4));

/** Length of the tape: it covers all turns, in each of which a page opens, is used and closes, on a busy machine. */
const tapeSeconds = ({ quick, dearRepetitions, seconds }: InputOptions): number =>
  (quick ? 30 : 60) + (dearRepetitions + (quick ? 0 : 2)) * 3 * (seconds * 3 + 10);

async function besideQuiet(browser: Browser, options: InputOptions): Promise<readonly Figure[]> {
  const { instruments } = BUSY;
  const seconds = tapeSeconds(options);
  const silence = writeQuietTapes({ instruments, seconds, everyMs: QUIET_EVERY_MS });
  return whileOpen<[Product, Product, Served], readonly Figure[]>(
    [await openBusy(seconds, options), openPlaying(silence), openPage('input/bare')],
    async (ticking, quiet, bare) => {
      const seen = { product: [] as number[], quiet: [] as number[], bare: [] as number[] };
      const turn = (
        name: keyof typeof seen,
        url: string,
        tap: (browser: Browser, visit: Visit) => Promise<readonly number[]> = tapThrough,
      ) => ({
        name,
        async run() {
          const durations = await tap(browser, {
            url,
            throttle: THROTTLE,
            rounds: roundsOf(options),
            quick: options.quick,
            ...(name === 'product' && { profile: { name: 'input', worker: 'engine' } }),
          });
          seen[name].push(...durations);
          const inp = inpOf(durations);
          console.error(
            `  ${name}: INP ${inp} ms, median of ${durations.length} taps ${median(durations)} ms`,
          );
          return inp;
        },
      });
      if (options.quick && !wasUsed(browser)) await warmUp(browser, ticking.url);
      const compared = await compare(
        [turn('product', ticking.url), turn('quiet', quiet.url), turn('bare', bare.url, tapBare)],
        options.dearRepetitions,
        options.quick ? 0 : 1,
      );
      const common = { row: 'P12', unit: 'ms' } as const;
      return [
        {
          ...common,
          name: UNDER_TICKS,
          ...besides(compared, 'quiet', 'the same page without ticks'),
          goal: budgets.input.inpToQuiet,
          details: {
            'median tap, ms': median(seen.product),
            'median tap without ticks, ms': median(seen.quiet),
          },
        },
        {
          ...common,
          name: WITHOUT_TICKS,
          ...besides(compared, 'bare', 'a bare button', 'quiet'),
          goal: budgets.input.quietToBare,
          details: { 'median tap of a bare button, ms': median(seen.bare) },
        },
      ];
    },
  );
}

/** Warms up the browser only: nobody touches the page. */
const warmUp = (browser: Browser, url: string) =>
  tapThrough(browser, { url, throttle: 1, rounds: 0, quick: true });

const median = (durations: readonly number[]): number => percentile(durations, 50);
