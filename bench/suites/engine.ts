import { type CandlePeer, candleFigures } from '../engine/candle-figures.ts';
import { deltaFigures } from '../engine/delta-figures.ts';
import { pnlFigures } from '../engine/pnl-figures.ts';
import { createScene } from '../engine/scene.ts';
import { wholeFigures } from '../engine/whole-figures.ts';
import type { Figure } from '../figures/figure.ts';
import { measurePlanned } from '../figures/planned.ts';
import type { Options } from '../options.ts';

/** Turns are short here, so many of them cost little and narrow the interval. */
const USUAL = { warmUps: 8, timesAsMany: 3 };
const QUICK = { warmUps: 2, timesAsMany: 2 };

type Asked = Pick<Options, 'quick' | 'repetitions' | 'peers'> & Partial<Pick<Options, 'only'>>;

/** Measures the path from the socket's text to the page's frame in this process, by CPU time. */
export async function runEngine({ quick, repetitions, peers, only }: Asked): Promise<readonly Figure[]> {
  const { warmUps, timesAsMany } = quick ? QUICK : USUAL;
  const rounds = { warmUps, counted: repetitions * timesAsMany };
  const scene = createScene();
  const ccxt: string = '../peers/engine/ccxt.ts';
  const others: readonly CandlePeer[] = peers ? [(await import(ccxt)).peer] : [];
  const planned = [
    ...wholeFigures(scene, rounds),
    ...deltaFigures(scene.market, rounds),
    ...candleFigures(others, rounds),
    ...pnlFigures(scene, rounds),
  ];
  return measurePlanned(planned, only);
}
