import { candleFigures } from '../engine/candles.ts';
import type { CandlePeer, ExactPeer } from '../engine/contracts.ts';
import { pnlFigures } from '../engine/pnl.ts';
import { createScene } from '../engine/scene.ts';
import { wholeFigures } from '../engine/whole.ts';
import type { Figure } from '../figures/figure.ts';
import type { Options } from '../options.ts';
import { loadPeer } from '../rig/peers.ts';

/** Turns are short here, so many of them cost little and narrow the interval. */
const USUAL = { warmUps: 8, timesAsMany: 3 };
const QUICK = { warmUps: 2, timesAsMany: 2 };

/** Measures the path from the socket's text to the page's frame in this process, by CPU time. */
export async function runEngine({
  quick,
  repetitions,
  peers,
}: Pick<Options, 'quick' | 'repetitions' | 'peers'>): Promise<readonly Figure[]> {
  const { warmUps, timesAsMany } = quick ? QUICK : USUAL;
  const rounds = { warmUps, counted: repetitions * timesAsMany };
  const scene = createScene();
  const exact = peers
    ? [await loadPeer<ExactPeer>('engine/big'), await loadPeer<ExactPeer>('engine/decimal')]
    : [];
  const candles = peers ? [await loadPeer<CandlePeer>('engine/ccxt')] : [];
  return [
    ...(await wholeFigures(scene, rounds)),
    ...(await candleFigures(candles, rounds)),
    ...(await pnlFigures(scene, exact, rounds)),
  ];
}
