import budgets from '../budgets.json' with { type: 'json' };
import { type Figure, versus } from '../figures/figure.ts';
import type { Options } from '../options.ts';
import { measureReplay, type ReplayCost } from '../recorder/measure-replay.ts';
import { recordedWorkerFigure } from '../recorder/recorded-worker.ts';
import { recorderFigures } from '../recorder/recorder-figures.ts';

const FRAMES = 1_000_000;
const FIRST_LOOK = 40_000;
const WARM_UP = 10_000;
const SHAPE = { rows: 20, instruments: 500 };
const RECORDED_ROWS = [20, 200];
/** Factor for the repetitions of the recorder's figures: its turns are short. */
const TIMES_AS_MANY = 3;
/** Bytes of the frames in a turn of the recorder. */
const TURN_BYTES = 12_000_000;
const QUICK_TURN_BYTES = 4_000_000;

/**
 * Speed of a replay, cost of recording and, without `--quick`, cost of recording in the app. By CPU time.
 */
export async function runReplay({
  quick,
  dearRepetitions: repetitions,
  seconds,
}: Pick<Options, 'quick' | 'dearRepetitions' | 'seconds'>): Promise<readonly Figure[]> {
  const figures = [await replayFigure(quick ? FIRST_LOOK : FRAMES, repetitions)];
  const turnBytes = quick ? QUICK_TURN_BYTES : TURN_BYTES;
  for (const rows of RECORDED_ROWS)
    figures.push(...(await recorderFigures({ rows, turnBytes, repetitions: repetitions * TIMES_AS_MANY })));
  return quick ? figures : [...figures, await recordedWorkerFigure({ repetitions, seconds })];
}

/** Splits the frames into one recording per repetition. */
async function replayFigure(frames: number, repetitions: number): Promise<Figure> {
  const each = Math.ceil(frames / repetitions);
  // The warm-up, which is not counted.
  await measureReplay(SHAPE, Math.min(each, WARM_UP));
  const costs: ReplayCost[] = [];
  for (let turn = 0; turn < repetitions; turn++) {
    const cost = await measureReplay(SHAPE, each);
    costs.push(cost);
    console.error(
      `  ${cost.frames} frames: replay ${cost.replayMs.toFixed(0)} ms, JSON.parse ${cost.parseMs.toFixed(0)} ms`,
    );
  }
  const us = (part: 'replayMs' | 'parseMs') => costs.map((cost) => (cost[part] * 1000) / cost.frames);
  return {
    name: `replay of a frame of ${SHAPE.rows} rows`,
    unit: 'µs',
    ...versus('JSON.parse of the same frames', us('replayMs'), us('parseMs')),
    goal: budgets.replay.replayToJsonParse,
    details: { frames: costs.reduce((sum, one) => sum + one.frames, 0) },
  };
}
