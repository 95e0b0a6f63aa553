import { WIRE_PERIODS } from '../../shared/domain/period.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { besides } from '../figures/figure.ts';
import type { Planned } from '../figures/planned.ts';
import type { Account } from './bench-account.ts';
import { createCandleWork } from './candle-work.ts';
import { comparedCalls, pick, type Rounds } from './compared-calls.ts';
import type { Scene } from './scene.ts';

/**
 * All work that a frame causes in the worker: decoding, the quote table, the RxJS chain, the profit of the positions
 * and the market frame for the page. Measured alone, with an open chart, and with an open chart and frames of fewer
 * rows. Compared with JSON.parse of the same frames.
 */
export function wholeFigures(scene: Scene, rounds: Rounds): readonly Planned[] {
  const { frames, parts, account } = scene;
  const charted = scene.another();
  const candles = createCandleWork(charted.instruments, charted.table);
  charted.batches$.subscribe(({ touched }) => candles.take(touched));

  const beside = (name: string, by: Account, texts: readonly string[]): Planned => ({
    name,
    row: 'P5',
    unit: 'µs',
    goal: budgets.engine.wholeToJsonParse,
    async measure() {
      const rows = by.decode(pick(texts, 0)).count;
      const take = (call: number) => by.take(by.decode(pick(texts, call)));
      const parse = (call: number) => JSON.parse(pick(texts, call));
      const compared = await comparedCalls(rounds, take, 'JSON.parse', parse);
      if (by === charted) candles.check();
      return besides(compared, 'JSON.parse', `JSON.parse of ${rows} rows`);
    },
  });

  const what = `decode, store and P&L of ${account.positions.length} positions`;
  const withCandles = `decode, store, P&L and candles (minutes of ${account.instruments.length} instruments, ${WIRE_PERIODS.length} periods of one) vs JSON.parse of a`;
  return [
    beside(`${what} vs JSON.parse of a frame`, account, frames),
    beside(`${withCandles} frame`, charted, frames),
    beside(`${withCandles} short frame`, charted, parts),
  ];
}
