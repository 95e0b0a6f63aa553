import { besides } from '../besides.ts';
import budgets from '../budgets.json' with { type: 'json' };
import type { Figure } from '../figure.ts';
import { compare } from '../method.ts';
import { createCandleWork } from './candle-work.ts';
import type { Scene } from './scene.ts';
import { cpuOf, pick } from './turns.ts';

/**
 * All that a frame sets going in the worker: decoding, the quote table, the RxJS chain, the profit of the positions and
 * the market frame for the page; then the same with candles on top. Beside JSON.parse of the same frames.
 */
export async function wholeFigures(
  { frames, account }: Scene,
  repetitions: number,
): Promise<readonly Figure[]> {
  const candles = createCandleWork(account.instruments);
  const parse = { name: 'JSON.parse', run: () => cpuOf((call) => JSON.parse(pick(frames, call))) };
  const live = () => cpuOf((call) => account.take(account.decode(pick(frames, call))));
  const withCandles = () =>
    cpuOf((call) => {
      const rows = account.decode(pick(frames, call));
      candles(rows);
      return account.take(rows);
    });
  const peer = `JSON.parse of ${account.instruments.length} rows`;
  return [
    {
      name: `decode, store and P&L of ${account.positions.length} positions to JSON.parse of a frame`,
      unit: 'µs',
      ...besides(await compare([{ name: 'product', run: live }, parse], repetitions), parse.name, peer),
      goal: budgets.engine.wholeToJsonParse,
    },
    {
      name: `the same with candles of ${account.instruments.length} instruments to JSON.parse of a frame`,
      unit: 'µs',
      ...besides(
        await compare([{ name: 'product', run: withCandles }, parse], repetitions),
        parse.name,
        peer,
      ),
      goal: budgets.engine.wholeToJsonParse,
      details: {
        candles: 'the current minute of each instrument, and all six periods of the one on the chart',
      },
    },
  ];
}
