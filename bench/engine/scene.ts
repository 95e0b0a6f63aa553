import { HEADER } from '../../shared/frame.ts';
import type { MarketRows } from '../../worker/socket/market-scanner.ts';
import { type Account, createAccount, kept } from './account.ts';
import { type BenchMarket, createMarket } from './market.ts';
import { expectedTotals } from './reference.ts';

const INSTRUMENTS = 500;
const POSITIONS = 1_000;
/** Snapshots that take turns, so that every price differs from the last one's. */
const SNAPSHOTS = 16;

/** What the engine is measured on: frames as the server prints them, and an account with many positions. */
export interface Scene {
  readonly market: BenchMarket;
  readonly frames: readonly string[];
  readonly snapshots: readonly MarketRows[];
  readonly account: Account;
}

/** @throws when the worker's totals are not those of the shared formulas to the last digit */
export function createScene(): Scene {
  const market = createMarket(INSTRUMENTS);
  const frames = Array.from({ length: SNAPSHOTS }, market.nextFrame);
  const account = createAccount(market.instruments, POSITIONS, market.pricesAt(0));
  const snapshots = frames.map((text) => kept(account.decode(text)));
  for (const [at, rows] of snapshots.entries()) checkEqual(account, account.take(rows), market.pricesAt(at));
  return { market, frames, snapshots, account };
}

function checkEqual(account: Account, frame: Float64Array, prices: ReadonlyMap<number, number>): void {
  const expected = expectedTotals(account, prices);
  const [floating, equity] = [frame[HEADER.floatingPnl], frame[HEADER.equity]];
  if (floating !== expected.floatingPnl || equity !== expected.equity)
    throw new Error(
      `the worker says ${floating} and ${equity}, the formulas ${expected.floatingPnl} and ${expected.equity}`,
    );
}
