import { HEADER } from '../../shared/bridge/market-frame.ts';
import { pointValue } from '../../shared/domain/pnl.ts';
import { pointsPerUnit } from '../../shared/domain/price.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { besides } from '../figures/figure.ts';
import type { Planned } from '../figures/planned.ts';
import type { Account } from './bench-account.ts';
import { comparedCalls, pick, type Rounds } from './compared-calls.ts';
import type { Scene } from './scene.ts';

/**
 * Computes the profit of every position and the account's totals from one quotes snapshot, with the worker's own code.
 * Compared with JSON.parse of that snapshot's frame; then the arithmetic alone compared with BigInt, which gives the
 * same result to the last millionth.
 */
export function pnlFigures(
  { market, frames, account, snapshots }: Scene,
  rounds: Rounds,
): readonly Planned[] {
  const terms = exactTerms(account);
  const points = frames.map((_, at) =>
    account.instruments.map(({ id }) => market.pricesAt(at).get(id) ?? Number.NaN),
  );
  const profit = bigInts(terms);
  points.forEach((prices, at) => {
    const ours = account.take(pick(snapshots, at))[HEADER.floatingPnl];
    if (profit(prices) !== ours)
      throw new Error(`BigInt has a profit of ${profit(prices)}, the worker of ${ours}`);
  });
  const take = (call: number) => account.take(pick(snapshots, call));
  const parse = (call: number) => JSON.parse(pick(frames, call));
  const inBigInts = (call: number) => profit(pick(points, call));
  const what = `of ${account.positions.length} positions`;
  return [
    {
      name: `P&L ${what} vs JSON.parse of a frame`,
      row: 'P7',
      unit: 'µs',
      async measure() {
        const compared = await comparedCalls(rounds, take, 'JSON.parse', parse);
        return besides(compared, 'JSON.parse', `JSON.parse of ${account.instruments.length} rows`);
      },
      goal: budgets.engine.pnlToJsonParse,
      details: { 'frame, bytes': frames[0]?.length ?? 0 },
    },
    {
      name: `P&L arithmetic ${what} vs BigInt`,
      unit: 'µs',
      measure: async () =>
        besides(await comparedCalls(rounds, account.reckon, 'BigInt', inBigInts), 'BigInt', 'BigInt'),
      goal: budgets.engine.pnlToBigInt,
    },
  ];
}

/** Terms of a position's profit for exact arithmetic: safe integers. */
interface ExactTerms {
  /** Open price, points. */
  readonly opened: number;
  readonly isBuy: boolean;
  /** Value of a point in millionths, as a fraction. */
  readonly num: number;
  readonly den: number;
  /** Index of the instrument's price. */
  readonly quoteAt: number;
  /** Index of the rate's price, and its points per unit; absent for the account's own currency. */
  readonly rate?: { readonly at: number; readonly unit: number; readonly isInverse: boolean };
}

/** The account's positions for other kinds of arithmetic. Prices are indexed by the instrument's place in the list. */
function exactTerms({ instruments, positions }: Account): readonly ExactTerms[] {
  const placeById = new Map<number, number>(instruments.map(({ id }, at) => [id, at]));
  const placeByCode = new Map(instruments.map(({ code }, at) => [code, at]));
  return positions.map(({ instrumentId, openPrice, side, volume }) => {
    const quoteAt = placeById.get(instrumentId) ?? -1;
    const instrument = instruments[quoteAt];
    if (instrument === undefined) throw new Error('a position of an instrument that is not listed');
    const { settle, contractSize, precision } = instrument;
    const terms = {
      opened: openPrice,
      isBuy: side === 'buy',
      quoteAt,
      ...pointValue(volume, contractSize, precision),
    };
    if (settle.status === 'none') return terms;
    const at = placeByCode.get(settle.code) ?? -1;
    const unit = pointsPerUnit(instruments[at]?.precision ?? 0);
    return { ...terms, rate: { at, unit, isInverse: settle.status === 'inverse' } };
  });
}

/** Exact arithmetic with BigInt: constants created once, one division per position. */
function bigInts(positions: readonly ExactTerms[]): (points: readonly number[]) => number {
  const made = positions.map(({ opened, num, den, isBuy, quoteAt, rate }) => ({
    opened: BigInt(opened),
    num: isBuy ? BigInt(num) : -BigInt(num),
    den: BigInt(den),
    quoteAt,
    rate: rate && { ...rate, unit: BigInt(rate.unit) },
  }));
  return (points) => {
    const prices = points.map(BigInt);
    const priceAt = (at: number) => prices[at] ?? 0n;
    let sum = 0n;
    for (const { opened, num, den, quoteAt, rate } of made) {
      let top = (priceAt(quoteAt) - opened) * num;
      let bottom = den;
      if (rate !== undefined) {
        const price = priceAt(rate.at);
        top *= rate.isInverse ? rate.unit : price;
        bottom *= rate.isInverse ? price : rate.unit;
      }
      sum += roundedQuotient(top, bottom);
    }
    return Number(sum);
  };
}

function roundedQuotient(top: bigint, bottom: bigint): bigint {
  const quotient = top / bottom;
  const rest = top % bottom;
  if ((rest < 0n ? -rest : rest) * 2n < bottom) return quotient;
  return top < 0n ? quotient - 1n : quotient + 1n;
}
