import { digestedState } from '../../replay/fold/digested-state.ts';
import { createFold } from '../../replay/fold/fold.ts';
import { createReader } from '../../replay/fold/recording-reader.ts';
import { entryLine, headerLine } from '../../replay/format/format.ts';

export interface ReplayShape {
  /** Rows per frame. */
  readonly rows: number;
  readonly instruments: number;
}

export interface ReplayCost {
  readonly frames: number;
  /** CPU time of `JSON.parse` for the frames' texts, ms. */
  readonly parseMs: number;
  /** CPU time from the recording's bytes to the resulting state, ms. */
  readonly replayMs: number;
}

export interface Batch {
  /** Frames as a socket delivers them. */
  readonly texts: readonly string[];
  /** The same frames as lines of a recording, UTF-8. */
  readonly bytes: Uint8Array;
}

const START_MS = Date.UTC(2026, 2, 4, 12, 0, 0);
const STEP_MS = 16;
const BATCH = 10_000;
/** Size of the chunks in which a file is read. */
const PART_BYTES = 65_536;

/** Market frames that continue from batch to batch; every row has different digits. */
export function createFrames({ rows, instruments }: ReplayShape): (count: number) => Batch {
  let seq = 0;
  const row = (i: number): readonly number[] => {
    const id = ((seq * rows + i) % instruments) + 1;
    const points = 100_000 + id * 37 + ((seq * 7_919 + i * 104_729) % 4_999);
    return [id, points / 1e5, (100_000 + id * 37) / 1e5, 1, START_MS + seq * STEP_MS - (i % 9)];
  };
  return (count) => {
    const texts: string[] = [];
    const lines: string[] = [];
    for (let made = 0; made < count; made++) {
      seq++;
      const data = Array.from({ length: rows }, (_, i) => row(i));
      const text = JSON.stringify({ topic: 'DAY_MARKET', seq, ts: START_MS + seq * STEP_MS, data });
      texts.push(text);
      lines.push(`${entryLine({ at: seq * STEP_MS, kind: 'in', text })}\n`);
    }
    return { texts, bytes: new TextEncoder().encode(lines.join('')) };
  };
}

/**
 * Measures a replay and the JSON parsing of the same frames, in turns, batch by batch.
 * @throws when the replay did not process every frame
 */
export async function measureReplay(shape: ReplayShape, frames: number): Promise<ReplayCost> {
  const make = createFrames(shape);
  const fold = createFold();
  const reader = createReader({ fold });
  reader.push(`${headerLine(START_MS, 'bench')}\n`);
  reader.push(`${entryLine({ at: 0, kind: 'open' })}\n`);
  const decoder = new TextDecoder();
  let parsed = 0;
  const parse = ({ texts }: Batch) => {
    for (const text of texts) parsed += (JSON.parse(text) as { data: readonly unknown[] }).data.length;
  };
  const replay = ({ bytes }: Batch) => {
    for (let at = 0; at < bytes.length; at += PART_BYTES)
      reader.push(decoder.decode(bytes.subarray(at, at + PART_BYTES), { stream: true }));
  };
  const cost = { frames: 0, parseMs: 0, replayMs: 0 };
  for (let turn = 0; cost.frames < frames; turn++) {
    const batch = make(Math.min(BATCH, frames - cost.frames));
    if (turn % 2 === 0) cost.parseMs += cpuMs(() => parse(batch));
    cost.replayMs += cpuMs(() => replay(batch));
    if (turn % 2 === 1) cost.parseMs += cpuMs(() => parse(batch));
    cost.frames += batch.texts.length;
  }
  const began = process.cpuUsage();
  reader.end();
  await digestedState(fold);
  cost.replayMs += sinceMs(began);
  if (fold.counters.received !== frames || parsed !== frames * shape.rows)
    throw new Error(`${fold.counters.received} frames of ${frames} were replayed`);
  return cost;
}

function cpuMs(run: () => void): number {
  const began = process.cpuUsage();
  run();
  return sinceMs(began);
}

function sinceMs(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}
