import { HEADER } from '../../shared/bridge/market-frame.ts';
import { type AccountTotals, accountTotals } from '../../shared/domain/account.ts';
import { money } from '../../shared/domain/money.ts';
import { floatingPnl, pointValue } from '../../shared/domain/pnl.ts';
import { price } from '../../shared/domain/price.ts';
import { rateOf } from '../../shared/domain/rate.ts';
import type { MarketRows } from '../../shared/stream/market-scanner.ts';
import { type Account, createAccount, kept } from './bench-account.ts';
import { type BenchMarket, createMarket } from './bench-market.ts';

const INSTRUMENTS = 500;
const POSITIONS = 1_000;
/** Number of snapshots that alternate, so that every price differs from the previous one. */
const SNAPSHOTS = 16;

/** Number of frames that each move a tenth of the instruments, in rotation. */
const PARTS = 40;
const ONE_IN = 10;

/** Input of the engine's figures: frames as the server writes them, and an account with many positions. */
export interface Scene {
  readonly market: BenchMarket;
  readonly frames: readonly string[];
  /** Frames with fewer rows, like most flushes of the exchange. */
  readonly parts: readonly string[];
  readonly snapshots: readonly MarketRows[];
  readonly account: Account;
  /** A second account of the same kind, for a figure that adds work to it. */
  another(): Account;
}

/** @throws when the worker's totals differ from those of the shared formulas in any digit */
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

/** The account's totals at these prices (points by instrument id), by the shared formulas, position by position. */
function expectedTotals(
  { instruments, positions, balance }: Account,
  prices: ReadonlyMap<number, number>,
): AccountTotals {
  const byId = new Map<number, (typeof instruments)[number]>(instruments.map((one) => [one.id, one]));
  const byCode = new Map(instruments.map((one) => [one.code, one]));
  const priceOf = (id: number) => price(prices.get(id) ?? Number.NaN);
  const profits = positions.map(({ instrumentId, side, openPrice, volume }) => {
    const instrument = byId.get(instrumentId);
    if (instrument === undefined) throw new Error('a position of an instrument that is not listed');
    const { settle, contractSize, precision } = instrument;
    const settling = settle.status === 'none' ? undefined : byCode.get(settle.code);
    const rate = rateOf(settle, settling && priceOf(settling.id), settling?.precision ?? 0);
    if (rate === undefined) throw new Error(`no rate for ${instrument.code}`);
    const value = pointValue(volume, contractSize, precision);
    return floatingPnl(side, openPrice, priceOf(instrumentId), value, rate);
  });
  const sum = (amounts: readonly number[]) => money(amounts.reduce((total, one) => total + one, 0));
  return accountTotals(balance, sum(profits), sum(positions.map(({ margin }) => margin)));
}
