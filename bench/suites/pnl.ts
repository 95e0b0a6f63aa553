import { HEADER } from '../../shared/frame.ts';
import budgets from '../budgets.json' with { type: 'json' };
import type { Figure } from '../figure.ts';
import { compare } from '../method.ts';
import { type Account, createAccount, kept } from '../pnl/account.ts';
import { createMarket } from '../pnl/market.ts';
import { expectedTotals } from '../pnl/reference.ts';

const INSTRUMENTS = 500;
const POSITIONS = 1_000;
/** Snapshots that take turns, so that every price differs from the last one's. */
const SNAPSHOTS = 16;
/** Long enough for the process's CPU clock, short enough for turns to be fair. */
const FRAMES_A_TURN = 800;

/**
 * From one quotes snapshot to the profit of every position and the account's totals, by the worker's own code, beside
 * JSON.parse of that snapshot's frame as the server prints it. CPU time of the process, µs a frame.
 */
export async function runPnl(repetitions: number): Promise<readonly Figure[]> {
  const market = createMarket(INSTRUMENTS);
  const frames = Array.from({ length: SNAPSHOTS }, market.nextFrame);
  const account = createAccount(market.instruments, POSITIONS, market.pricesAt(0));
  const snapshots = frames.map((text) => kept(account.decode(text)));
  for (const [at, rows] of snapshots.entries()) checkEqual(account, account.take(rows), market.pricesAt(at));

  const { costs, ratios } = await compare(
    [
      { name: 'product', run: () => cpuOf((turn) => account.take(pick(snapshots, turn))) },
      { name: 'JSON.parse', run: () => cpuOf((turn) => JSON.parse(pick(frames, turn))) },
      {
        name: 'with the scanner',
        run: () => cpuOf((turn) => account.take(account.decode(pick(frames, turn)))),
      },
    ],
    repetitions,
  );
  const { product, 'JSON.parse': parse, 'with the scanner': scanned } = costs;
  const ratio = ratios['JSON.parse'];
  if (product === undefined || parse === undefined || ratio === undefined || scanned === undefined)
    throw new Error('nothing was compared');
  return [
    {
      name: `P&L and totals of ${POSITIONS} positions`,
      unit: 'µs',
      product,
      peer: { name: `JSON.parse of one frame of ${INSTRUMENTS} rows`, cost: parse },
      ratio,
      goal: budgets.ratios.pnl1000ToJsonParse,
      details: {
        'frame, bytes': frames[0]?.length ?? 0,
        'with decoding of the frame, µs': scanned.median,
      },
    },
  ];
}

function cpuOf(run: (turn: number) => unknown): number {
  const before = process.cpuUsage();
  for (let turn = 0; turn < FRAMES_A_TURN; turn++) run(turn);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / FRAMES_A_TURN;
}

function pick<T>(list: readonly T[], turn: number): T {
  const one = list[turn % list.length];
  if (one === undefined) throw new Error('the list is empty');
  return one;
}

/** @throws when the worker's totals are not those of the shared formulas to the last digit */
function checkEqual(account: Account, frame: Float64Array, prices: ReadonlyMap<number, number>): void {
  const expected = expectedTotals(account, prices);
  const [floating, equity] = [frame[HEADER.floatingPnl], frame[HEADER.equity]];
  if (floating !== expected.floatingPnl || equity !== expected.equity)
    throw new Error(
      `the worker says ${floating} and ${equity}, the formulas ${expected.floatingPnl} and ${expected.equity}`,
    );
}
