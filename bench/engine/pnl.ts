import { HEADER } from '../../shared/bridge/market-frame.ts';
import { pointValue } from '../../shared/domain/pnl.ts';
import { pointsPerUnit } from '../../shared/domain/price.ts';
import budgets from '../budgets.json' with { type: 'json' };
import { besides, type Figure } from '../figures/figure.ts';
import { compare } from '../figures/method.ts';
import type { Account } from './account.ts';
import type { ExactPeer, ExactTerms } from './contracts.ts';
import type { Scene } from './scene.ts';
import { cpuOf, pick, type Rounds } from './turns.ts';

/**
 * Computes the profit of every position and the account's totals from one quotes snapshot, with the worker's own code.
 * Compared with JSON.parse of that snapshot's frame; then the arithmetic alone compared with other kinds of exact
 * arithmetic, all of which give the same result to the last millionth.
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
  const what = `of ${account.positions.length} positions`;
  return [
    {
      name: `P&L ${what} vs JSON.parse of a frame`,
      row: 'P7',
      unit: 'µs',
      ...besides(snapshot, 'JSON.parse', `JSON.parse of ${account.instruments.length} rows`),
      goal: budgets.engine.pnlToJsonParse,
      details: { 'frame, bytes': frames[0]?.length ?? 0 },
    },
    ...others.map(({ name }) => ({
      name: `P&L arithmetic ${what} vs ${name}`,
      unit: 'µs',
      ...besides(arithmetic, name, name),
      goal: name === bigInts.name ? budgets.engine.pnlToBigInt : budgets.engine.pnlToDecimals,
    })),
  ];
}

function checkSame(name: string, theirs: number, ours: number | undefined): void {
  if (theirs !== ours) throw new Error(`${name} has a profit of ${theirs}, the worker of ${ours}`);
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
const bigInts: ExactPeer = {
  name: 'BigInt',
  prepare(positions) {
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
  },
};

function roundedQuotient(top: bigint, bottom: bigint): bigint {
  const quotient = top / bottom;
  const rest = top % bottom;
  if ((rest < 0n ? -rest : rest) * 2n < bottom) return quotient;
  return top < 0n ? quotient - 1n : quotient + 1n;
}
