import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seeded } from '../figures/seeded.ts';

const START_MS = 1_700_000_000_000;

export interface TapeOptions {
  readonly instruments: number;
  /** Rate of all instruments together; each instrument ticks at least once a second. */
  readonly ticksPerSecond: number;
  readonly seconds: number;
}

export interface Tapes {
  /** Value of FEED that plays the tapes. */
  readonly feed: string;
  remove(): Promise<void>;
}

/** Time of a quote and its bid, in points of 1e-5. */
type Quote = readonly [atMs: number, points: number];

/** One instrument's quotes: a random walk in steps of a point, deterministic for given options. */
export function quotesOf(
  instrument: number,
  { instruments, ticksPerSecond, seconds }: TapeOptions,
): readonly Quote[] {
  const random = seeded(instrument + 1);
  const count = Math.ceil(Math.max(1, ticksPerSecond / instruments) * seconds);
  const stepMs = (seconds * 1000) / count;
  let points = 100_000 + Math.floor(random() * 100_000);
  return Array.from({ length: count }, (_, tick) => {
    points += Math.round((random() - 0.5) * 6) || 1;
    return [START_MS + Math.floor((tick + random() * 0.9) * stepMs), points] as const;
  });
}

/** The same quotes as a tick file. */
export function tapeOf(instrument: number, options: TapeOptions): string {
  const lines = quotesOf(instrument, options).map(
    ([at, points]) => `${at},${(points / 1e5).toFixed(5)},${((points + 10) / 1e5).toFixed(5)}`,
  );
  return `${['ts_ms,bid,ask', ...lines].join('\n')}\n`;
}

/** Writes a tape for each instrument into a temporary folder. */
export const writeTapes = (options: TapeOptions): Promise<Tapes> =>
  writeNumbered(options.instruments, (instrument) => tapeOf(instrument, options));

/** Writes tapes on which every instrument has a quote now and then, all of them at the same times. */
export const writeQuietTapes = ({
  instruments,
  seconds,
  everyMs,
}: Pick<TapeOptions, 'instruments' | 'seconds'> & { readonly everyMs: number }): Promise<Tapes> =>
  writeNumbered(instruments, (instrument) =>
    quietTapeOf(instrument, Math.ceil((seconds * 1000) / everyMs), everyMs),
  );

async function writeNumbered(instruments: number, textOf: (instrument: number) => string): Promise<Tapes> {
  const folder = await mkdtemp(join(tmpdir(), 'pipstream-tape-'));
  const parts: string[] = [];
  for (let instrument = 0; instrument < instruments; instrument++) {
    const code = `SYN${String(instrument).padStart(3, '0')}`;
    await writeFile(join(folder, code), textOf(instrument));
    // The code does not say the currency, and without one nobody can deal in it.
    parts.push(`${code}:USD=${join(folder, code)}`);
  }
  return {
    feed: `ticks:${parts.join(',')}`,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

function quietTapeOf(instrument: number, count: number, everyMs: number): string {
  const price = (1 + instrument / 1000).toFixed(5);
  const quotes = Array.from({ length: count }, (_, at) => `${START_MS + at * everyMs},${price},${price}`);
  return `ts_ms,bid,ask\n${quotes.join('\n')}\n`;
}
