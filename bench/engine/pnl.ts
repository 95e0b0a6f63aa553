import { HEADER } from '../../shared/bridge/market-frame.ts';
import { besides } from '../besides.ts';
import budgets from '../budgets.json' with { type: 'json' };
import type { Figure } from '../figure.ts';
import { compare } from '../method.ts';
import { bigInts } from './big-int.ts';
import type { ExactPeer } from './contracts.ts';
import { exactTerms } from './exact-terms.ts';
import type { Scene } from './scene.ts';
import { cpuOf, pick, type Rounds } from './turns.ts';

/**
 * From one quotes snapshot to the profit of every position and the account's totals, by the worker's own code, beside
 * JSON.parse of that snapshot's frame as the server prints it; then the arithmetic alone beside other kinds of exact
 * arithmetic, all of which say the same to the last millionth.
 */
export async function pnlFigures(
  { market, frames, account, snapshots }: Scene,
  peers: readonly ExactPeer[],
  rounds: Rounds,
): Promise<readonly Figure[]> {
  const terms = exactTerms(account);
  const points = frames.map((_, at) =>
    account.instruments.map(({ id }) => market.pricesAt(at).get(id) ?? Number.NaN),
  );
  const others = [bigInts, ...peers].map(({ name, prepare }) => ({ name, profit: prepare(terms) }));
  for (const { name, profit } of others)
    points.forEach((prices, at) => {
      checkSame(name, profit(prices), account.take(pick(snapshots, at))[HEADER.floatingPnl]);
    });
  const snapshot = await compare(
    [
      { name: 'product', run: () => cpuOf((call) => account.take(pick(snapshots, call))) },
      { name: 'JSON.parse', run: () => cpuOf((call) => JSON.parse(pick(frames, call))) },
    ],
    rounds.counted,
    rounds.warmUps,
  );
  const arithmetic = await compare(
    [
      { name: 'product', run: () => cpuOf(account.reckon) },
      ...others.map(({ name, profit }) => ({ name, run: () => cpuOf((call) => profit(pick(points, call))) })),
    ],
    rounds.counted,
    rounds.warmUps,
  );
  const what = `P&L of ${account.positions.length} positions`;
  return [
    {
      name: `${what} to JSON.parse of a frame`,
      row: 'P7',
      unit: 'µs',
      ...besides(snapshot, 'JSON.parse', `JSON.parse of ${account.instruments.length} rows`),
      goal: budgets.engine.pnlToJsonParse,
      details: { 'frame, bytes': frames[0]?.length ?? 0 },
    },
    ...others.map(({ name }) => ({
      name: `${what}, arithmetic alone, to ${name}`,
      unit: 'µs',
      ...besides(arithmetic, name, name),
      goal: name === bigInts.name ? budgets.engine.pnlToBigInt : budgets.engine.pnlToDecimals,
    })),
  ];
}

function checkSame(name: string, theirs: number, ours: number | undefined): void {
  if (theirs !== ours) throw new Error(`${name} has a profit of ${theirs}, the worker of ${ours}`);
}
