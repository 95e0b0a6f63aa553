import { describe, expect, it } from 'vitest';
import { accountTotals, isStopOut } from '../../../shared/domain/account.ts';
import { foreignAmount, ratio, worthOf } from '../../../shared/domain/foreign-amount.ts';
import { feeOf, marginOf } from '../../../shared/domain/margin.ts';
import { money, roundMoney } from '../../../shared/domain/money.ts';
import { floatingPnl, pointValue } from '../../../shared/domain/pnl.ts';
import { price } from '../../../shared/domain/price.ts';
import { rateOf } from '../../../shared/domain/rate.ts';
import { volume } from '../../../shared/domain/volume.ts';
import { drawFee, drawNet } from '../../../shared/domain/withdrawal.ts';
import { minus, over, plus, type Rational, rounded, scaled, times, whole } from '../../helpers/rational.ts';
import { createChance } from '../../sim/chance.ts';
import { type Move, type Terms, workersPnl } from './workers-pnl.ts';

/** Random inputs of each kind; a million take a minute or two. */
const INPUTS = Number(process.env['INPUTS'] ?? 10_000);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000_000);
const chance = createChance(SEED);

/** Number of positions that the worker computes at once. */
const BATCH = 500;
const LOTS = 4;
const MONEY = 6;
const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** Of any size, small and large alike. */
const number = (digits: number) => chance.whole(1, 10 ** chance.whole(0, digits));
const signed = (digits: number) => (chance.happens(0.5) ? 1 : -1) * (number(digits) - 1);

/** The result of a formula, or `error` beyond the range of money. */
function outcome(reckon: () => number): bigint | 'error' {
  try {
    return BigInt(reckon());
  } catch (error) {
    if (error instanceof RangeError) return 'error';
    throw error;
  }
}

const expected = (value: Rational): bigint | 'error' => within(rounded(value, MONEY));
const within = (value: bigint): bigint | 'error' => (value > LARGEST || value < -LARGEST ? 'error' : value);

/** Compares without the cost of a matcher, a million times. */
function same(actual: bigint | 'error', wanted: bigint | 'error', inputs: () => object): void {
  if (actual !== wanted)
    expect({ ...inputs(), seed: SEED, is: String(actual) }).toEqual({
      ...inputs(),
      seed: SEED,
      is: String(wanted),
    });
}

/** A ratio is not money: beyond 2^53 hundredths of a percent it is as exact as a double. */
function sameRatio(actual: number | undefined, wanted: bigint | undefined, inputs: () => object): void {
  if (wanted !== undefined && within(wanted) === 'error') expect(actual).toBe(Number(wanted));
  else same(BigInt(actual ?? -1), wanted ?? -1n, inputs);
}

function repeat(trial: () => 'money' | 'beyond'): void {
  const seen = { money: 0, beyond: 0 };
  for (let i = 0; i < INPUTS; i++) seen[trial()]++;
  // Both sides of the limit occurred, and most inputs were usual ones.
  expect(seen.money).toBeGreaterThan(INPUTS / 2);
}

const kindOf = (value: bigint | 'error') => (value === 'error' ? 'beyond' : 'money');

function terms(): Terms {
  const precision = chance.whole(0, 8);
  const contractSize = chance.pick([1, 10, 100, 1_000, 5_000, 100_000, 37]) ?? 1;
  const lots = number(7);
  const settling = chance.whole(0, 8);
  const rate = chance.pick(['none', 'direct', 'inverse'] as const) ?? 'none';
  const at = number(7);
  return { precision, contractSize, lots, settling, rate, at };
}

const settlement = ({ rate }: Terms) =>
  rate === 'none' ? ({ status: 'none' } as const) : ({ status: rate, code: 'SETTLE' } as const);

function randomMove(): Move {
  const side = chance.happens(0.5) ? ('buy' as const) : ('sell' as const);
  return { of: terms(), open: number(7), now: number(7), side };
}

/** One unit of the quote currency in USD: 1, the price, or one by the price. */
function usd({ rate, at, settling }: Terms): Rational {
  if (rate === 'none') return whole(1);
  return rate === 'direct' ? scaled(at, settling) : over(whole(1), scaled(at, settling));
}

function rateNow(of: Terms) {
  const rate = rateOf(settlement(of), price(of.at), of.settling);
  if (rate === undefined) throw new Error('there is no rate');
  return rate;
}

const units = ({ lots, contractSize }: Terms) => times(scaled(lots, LOTS), whole(contractSize));

describe(`${INPUTS} random inputs give the results of independent decimal arithmetic, at six decimals`, () => {
  const minutes = 60_000 + INPUTS * 0.5;

  it('floating profit, by the server and by the worker', { timeout: minutes }, () => {
    let beyond = 0;
    for (let done = 0; done < INPUTS; done += BATCH) {
      const moves = Array.from({ length: Math.min(BATCH, INPUTS - done) }, randomMove);
      const shown = workersPnl(moves);
      for (const [at, move] of moves.entries()) {
        const { of, open, now, side } = move;
        const moved = scaled(side === 'buy' ? now - open : open - now, of.precision);
        const wanted = expected(times(moved, units(of), usd(of)));
        const value = pointValue(volume(of.lots), of.contractSize, of.precision);
        const pnl = outcome(() => floatingPnl(side, price(open), price(now), value, rateNow(of)));
        same(pnl, wanted, () => move);
        const onScreen = shown[at] ?? Number.NaN;
        same(Number.isNaN(onScreen) ? 'error' : BigInt(onScreen), wanted, () => move);
        if (wanted === 'error') beyond++;
      }
    }
    // Most inputs were usual ones.
    expect(beyond).toBeLessThan(INPUTS / 2);
  });

  // spec: 9.7
  it('margin by price and fixed, and both kinds of fee on it', { timeout: minutes }, () => {
    repeat(() => {
      const of = terms();
      const { precision, contractSize, lots } = of;
      const multiple = chance.pick([1, 7, 20, 30, 50, 100, 200, 333, 1_000]) ?? 1;
      const at = number(7);
      const marginMode = chance.happens(0.5) ? ('by-price' as const) : ('fixed' as const);
      const exact =
        marginMode === 'fixed'
          ? over(units(of), whole(multiple))
          : over(times(units(of), scaled(at, precision), usd(of)), whole(multiple));
      const wanted = expected(exact);
      const inputs = () => ({ ...of, multiple, at, marginMode });
      const margin = outcome(() =>
        marginOf({ marginMode, contractSize, precision }, volume(lots), price(at), multiple, rateNow(of)),
      );
      same(margin, wanted, inputs);
      if (wanted === 'error') return 'beyond';
      const feeRate = number(7) - 1;
      const held = money(Number(wanted));
      same(
        outcome(() => feeOf('of-margin', feeRate, volume(lots), held)),
        expected(times(scaled(held, MONEY), scaled(feeRate, MONEY))),
        () => ({ ...inputs(), feeRate }),
      );
      same(
        outcome(() => feeOf('per-lot', feeRate, volume(lots), held)),
        expected(times(scaled(lots, LOTS), scaled(feeRate, MONEY))),
        () => ({ ...inputs(), feeRate }),
      );
      return 'money';
    });
  });

  // spec: 3.6 7.31
  it('totals of an account, its ratios in hundredths of a percent, and its stop out', {
    timeout: minutes,
  }, () => {
    repeat(() => {
      const [balance, floating, margin] = [number(15), signed(15), number(15) - 1];
      const totals = accountTotals(money(balance), money(floating), money(margin));
      const equity = plus(scaled(balance, MONEY), scaled(floating, MONEY));
      const held = scaled(margin, MONEY);
      const inputs = () => ({ balance, floating, margin });
      same(BigInt(totals.equity), rounded(equity, MONEY), inputs);
      same(BigInt(totals.freeMargin), rounded(minus(equity, held), MONEY), inputs);
      sameRatio(totals.marginLevel, margin === 0 ? undefined : rounded(over(equity, held), 4), inputs);
      const isSolvent = margin > 0 && equity.top > 0n;
      sameRatio(totals.riskRate, isSolvent ? rounded(over(held, equity), 4) : undefined, inputs);
      const percent = chance.whole(0, 100);
      const edge = (BigInt(margin) * BigInt(percent)) / 100n;
      for (const at of [BigInt(totals.equity), edge - 1n, edge, edge + 1n]) {
        const isDue = margin > 0 && at * 100n <= BigInt(margin) * BigInt(percent);
        if (isStopOut(money(Number(at)), money(margin), percent) !== isDue)
          expect({ equity: at, margin, percent, isDue: !isDue }).toEqual({
            equity: at,
            margin,
            percent,
            isDue,
          });
      }
      same(BigInt(roundMoney(money(floating), 2)), rounded(scaled(floating, MONEY), 2) * 10_000n, inputs);
      return 'money';
    });
  });

  it('a withdrawal, its fee of either kind, and a deposit', { timeout: minutes }, () => {
    repeat(() => {
      const [amount, rate] = [number(14), number(9)];
      const isFixed = chance.happens(0.5);
      const [fixed, share] = [number(9) - 1, number(6) - 1];
      const fee = isFixed
        ? ({ type: 'fixed', amount: money(fixed) } as const)
        : ({ type: 'share', of: ratio(share) } as const);
      const wantedFee = isFixed
        ? BigInt(fixed)
        : rounded(times(scaled(amount, MONEY), scaled(share, MONEY)), MONEY);
      const inputs = () => ({ amount, rate, isFixed, fixed, share });
      const on = { fee, drawRate: ratio(rate) };
      same(
        outcome(() => drawFee(money(amount), on)),
        wantedFee,
        inputs,
      );
      const left = BigInt(amount) - wantedFee;
      const wanted = left > 0n ? expected(times({ top: left, bottom: 1_000_000n }, scaled(rate, MONEY))) : 0n;
      same(
        outcome(() => drawNet(money(amount), on)),
        wanted,
        inputs,
      );
      same(
        outcome(() => worthOf(foreignAmount(amount), ratio(rate))),
        expected(times(scaled(amount, MONEY), scaled(rate, MONEY))),
        inputs,
      );
      return kindOf(wanted);
    });
  });
});
