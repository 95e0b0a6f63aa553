import budgets from '../budgets.json' with { type: 'json' };
import { createMarket } from '../engine/bench-market.ts';
import { pick } from '../engine/compared-calls.ts';
import type { Figure } from '../figures/figure.ts';
import { besides } from '../figures/figure.ts';
import { compare } from '../figures/method.ts';
import { collectGarbage } from '../growth/memory.ts';
import { type FedEngine, feedEngine, type Hearing } from './fed-engine.ts';

const INSTRUMENTS = 500;
const SNAPSHOTS = 16;
const HEARINGS: readonly Hearing[] = ['ring', 'long'];

interface RecorderTerms {
  /** Rows per frame. */
  readonly rows: number;
  /** Bytes of the frames in a turn. */
  readonly turnBytes: number;
  readonly repetitions: number;
}

/** Cost of recording for the engine: CPU per frame with the recorder's tap, compared with a tap that does nothing. */
export async function recorderFigures({
  rows,
  turnBytes,
  repetitions,
}: RecorderTerms): Promise<readonly Figure[]> {
  const market = createMarket(INSTRUMENTS);
  const bodies = Array.from({ length: SNAPSHOTS }, () => bodyOf(market.nextFrame(), rows));
  const figures: Figure[] = [];
  for (const hearing of HEARINGS) {
    const engines = {
      product: await feedEngine(market.instruments, market.pricesAt(0), hearing),
      silent: await feedEngine(market.instruments, market.pricesAt(0), 'silent'),
    };
    const turn = (name: keyof typeof engines) => ({
      name,
      run: () => costOf(engines[name], bodies, turnBytes),
    });
    const compared = await compare([turn('product'), turn('silent')], repetitions);
    figures.push({
      name: `engine while recording, ${hearing}, frames of ${rows} rows`,
      unit: 'µs',
      ...besides(compared, 'silent', 'a tap that does nothing'),
      goal: budgets.replay.recorderToSilentTap,
    });
  }
  return figures;
}

/**
 * µs of this thread's CPU per frame. The texts exist beforehand, as in the browser, which creates them and holds them
 * outside the heap.
 * @throws when frames were lost
 */
function costOf(engine: FedEngine, bodies: readonly string[], turnBytes: number): number {
  const count = Math.ceil(turnBytes / pick(bodies, 0).length);
  const texts = Array.from({ length: count }, (_, at) =>
    flat(`${engine.headOf(at)},"data":${pick(bodies, at)}}`),
  );
  collectGarbage();
  const painted = engine.painted();
  const before = process.threadCpuUsage();
  for (const text of texts) engine.take(text);
  const { user, system } = process.threadCpuUsage(before);
  const seen = engine.painted() - painted;
  if (seen < count / 2) throw new Error(`only ${seen} of ${count} frames came through`);
  return (user + system) / count;
}

/** Copies the text into one piece, as a socket's text is. */
const flat = (text: string): string => Buffer.from(text).toString('latin1');

/** The first rows of a frame, as text. */
function bodyOf(frame: string, rows: number): string {
  const { data }: { readonly data: readonly (readonly number[])[] } = JSON.parse(frame);
  return JSON.stringify(data.slice(0, rows));
}
