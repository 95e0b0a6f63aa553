import type { Browser } from 'playwright';
import type { Product } from '../../tests/helpers/product.ts';
import { ensureBuilt } from '../built.ts';
import type { Options } from '../options.ts';
import { openChromium } from '../probe/chromium.ts';
import { openPlaying } from '../probe/exchange.ts';
import { writeTapes } from '../tape.ts';
import { whileOpen } from '../while-open.ts';

/** Where live lists tick side by side. */
export interface Room {
  readonly browser: Browser;
  /** Of the exchange. */
  readonly url: string;
  /** Until two lists only tick. */
  readonly settleS: number;
  readonly repetitions: number;
  /** Of each. */
  readonly seconds: number;
}

type RoomOptions = Pick<Options, 'quick' | 'repetitions' | 'seconds'>;

export const TICKS = 2_000;
const INSTRUMENTS = 500;
const SETTLE_S = 4;
const QUICK_SETTLE_S = 1.5;
/** To open all pages that are measured, on a busy machine. */
const START_S = 100;

/** An exchange and a browser for as long as `use` lasts. @param figures how many are taken one after the other */
export async function inRoom<T>(
  { quick, repetitions, seconds }: RoomOptions,
  figures: number,
  use: (room: Room) => Promise<T>,
): Promise<T> {
  await ensureBuilt();
  const tapes = await writeTapes({
    instruments: INSTRUMENTS,
    ticksPerSecond: TICKS,
    seconds: START_S + figures * repetitions * seconds,
  });
  const settleS = quick ? QUICK_SETTLE_S : SETTLE_S;
  return whileOpen<[Browser, Product], T>([openChromium(), openPlaying(tapes)], (browser, { url }) =>
    use({ browser, url, settleS, repetitions, seconds }),
  );
}
