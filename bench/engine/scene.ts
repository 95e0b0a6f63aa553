import { HEADER } from '../../shared/bridge/market-frame.ts';
import type { MarketRows } from '../../shared/stream/market-scanner.ts';
import { type Account, createAccount, kept } from './account.ts';
import { type BenchMarket, createMarket } from './market.ts';
import { expectedTotals } from './reference.ts';

const INSTRUMENTS = 500;
const POSITIONS = 1_000;
/** Snapshots that take turns, so that every price differs from the last one's. */
const SNAPSHOTS = 16;

/** Frames of a tenth of the instruments, each in its turn. */
const PARTS = 40;
const ONE_IN = 10;

/** What the engine is measured on: frames as the server prints them, and an account with many positions. */
export interface Scene {
  readonly market: BenchMarket;
  readonly frames: readonly string[];
  /** Frames with fewer rows, as a flush of the exchange mostly is. */
  readonly parts: readonly string[];
  readonly snapshots: readonly MarketRows[];
  readonly account: Account;
  /** Another account of the same kind, for whoever adds work to it. */
  another(): Account;
}

/** @throws when the worker's totals are not those of the shared formulas to the last digit */
export function createScene(): Scene {
  const market = createMarket(INSTRUMENTS);
  const frames = Array.from({ length: SNAPSHOTS }, market.nextFrame);
  const parts = Array.from({ length: PARTS }, () => market.nextPart(ONE_IN));
  const another = () => createAccount(market.instruments, POSITIONS, market.pricesAt(0));
  const account = another();
  const snapshots = frames.map((text) => kept(account.decode(text)));
  for (const [at, rows] of snapshots.entries()) checkEqual(account, account.take(rows), market.pricesAt(at));
  for (const [at, text] of parts.entries())
    checkEqual(account, account.take(account.decode(text)), market.pricesAt(frames.length + at));
  return { market, frames, parts, snapshots, account, another };
}

function checkEqual(account: Account, frame: Float64Array, prices: ReadonlyMap<number, number>): void {
  const expected = expectedTotals(account, prices);
  const [floating, equity] = [frame[HEADER.floatingPnl], frame[HEADER.equity]];
  if (floating !== expected.floatingPnl || equity !== expected.equity)
    throw new Error(
      `the worker says ${floating} and ${equity}, the formulas ${expected.floatingPnl} and ${expected.equity}`,
    );
}
