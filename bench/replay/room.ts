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
  readonly repetitions: number;
  /** Of each. */
  readonly seconds: number;
}

type RoomOptions = Pick<Options, 'repetitions' | 'seconds'>;

export const TICKS = 2_000;
const INSTRUMENTS = 500;
/** Until two lists only tick. */
export const SETTLE_MS = 4_000;
/** To open all pages that are measured, on a busy machine. */
const START_S = 100;

/** An exchange and a browser for as long as `use` lasts. @param figures how many are taken one after the other */
export async function inRoom<T>(
  { repetitions, seconds }: RoomOptions,
  figures: number,
  use: (room: Room) => Promise<T>,
): Promise<T> {
  await ensureBuilt();
  const tapes = await writeTapes({
    instruments: INSTRUMENTS,
    ticksPerSecond: TICKS,
    seconds: START_S + figures * repetitions * seconds,
  });
  return whileOpen<[Browser, Product], T>([openChromium(), openPlaying(tapes)], (browser, { url }) =>
    use({ browser, url, repetitions, seconds }),
  );
}
